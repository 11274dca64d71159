/* unordered_map and unordered_set: hashes of bytes, and how many buckets there are. Both are those of libstdc++, as
   programs can see them: by the order of elements, and by bucket_count(). */
#include "runtime.h"
#include <string>
#include <unordered_map>

/* The numbers of buckets that libstdc++ chooses, in ascending order. */
static const size_t sizes[] = {
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 103, 109,
    113, 127, 137, 139, 149, 157, 167, 179, 193, 199, 211, 227, 241, 257, 277, 293, 313, 337, 359, 383, 409,
    439, 467, 503, 541, 577, 619, 661, 709, 761, 823, 887, 953, 1031, 1109, 1193, 1289, 1381, 1493, 1613,
    1741, 1879, 2029, 2179, 2357, 2549, 2753, 2971, 3209, 3469, 3739, 4027, 4349, 4703, 5087, 5503, 5953,
    6427, 6949, 7517, 8123, 8783, 9497, 10273, 11113, 12011, 12983, 14033, 15173, 16411, 17749, 19183, 20753,
    22447, 24281, 26267, 28411, 30727, 33223, 35933, 38873, 42043, 45481, 49201, 53201, 57557, 62233, 67307,
    72817, 78779, 85229, 92203, 99733, 107897, 116731, 126271, 136607, 147793, 159871, 172933, 187091,
    202409, 218971, 236897, 256279, 277261, 299951, 324503, 351061, 379787, 410857, 444487, 480881, 520241,
    562841, 608903, 658753, 712697, 771049, 834181, 902483, 976369, 1056323, 1142821, 1236397, 1337629,
    1447153, 1565659, 1693859, 1832561, 1982627, 2144977, 2320627, 2510653, 2716249, 2938679, 3179303,
    3439651, 3721303, 4026031, 4355707, 4712381, 5098259, 5515729, 5967347, 6456007, 6984629, 7556579,
    8175383, 8844859, 9569143, 10352717, 11200489, 12117689, 13109983, 14183539, 15345007, 16601593,
    17961079, 19431899, 21023161, 22744717, 24607243, 26622317, 28802401, 31160981, 33712729, 36473443,
    39460231, 42691603, 46187573, 49969847, 54061849, 58488943, 63278561, 68460391, 74066549, 80131819,
    86693767, 93793069, 101473717, 109783337, 118773397, 128499677, 139022417, 150406843, 162723577,
    176048909, 190465427, 206062531, 222936881, 241193053, 260944219, 282312799, 305431229, 330442829,
    357502601, 386778277, 418451333, 452718089, 489790921, 529899637, 573292817, 620239453, 671030513,
    725980837, 785430967, 849749479, 919334987, 994618837, 1076067617, 1164186217, 1259520799, 1362662261,
    1474249943, 1594975441, 1725587117, 1866894511, 2019773507, 2185171673u, 2364114217u, 2557710269u,
    2767159799u, 2993761039u, 3238918481u, 3504151727u, 3791104843u, 4101556399u, 4294967291u, 6442450933,
    8589934583, 12884901857, 17179869143, 25769803693, 34359738337, 51539607367, 68719476731, 103079215087,
    137438953447, 206158430123, 274877906899, 412316860387, 549755813881, 824633720731, 1099511627689,
    1649267441579,
};

namespace std {

/* MurmurHash64A, with a word of the rest at the end. */
size_t _Hash_bytes(const void *start, size_t length, size_t seed) {
    const size_t factor = 0xc6a4a7935bd1e995;
    auto bytes = (const unsigned char *)start;
    auto mixed = [](size_t value) { return value ^ (value >> 47); };
    auto word = [&](size_t at, size_t count) {
        size_t value = 0;
        for (size_t i = count; i > 0; i--)
            value = value << 8 | bytes[at + i - 1];
        return value;
    };
    size_t hash = seed ^ (length * factor), whole = length & ~(size_t)7;
    for (size_t at = 0; at < whole; at += 8) {
        hash ^= mixed(word(at, 8) * factor) * factor;
        hash *= factor;
    }
    if (length != whole) {
        hash ^= word(whole, length - whole);
        hash *= factor;
    }
    return mixed(mixed(hash) * factor);
}

/* FNV-1a. */
size_t _Fnv_hash_bytes(const void *start, size_t length, size_t hash) {
    auto bytes = (const unsigned char *)start;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ bytes[i]) * (size_t)1099511628211u;
    return hash;
}

namespace __detail {

size_t _Prime_rehash_policy::_M_next_bkt(size_t least) const {
    if (least == 0)
        return 1;
    size_t low = 0, high = sizeof sizes / sizeof *sizes - 1;
    if (sizes[high] < least)
        wf__unsupported("a hash table of so many buckets");
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (sizes[middle] < least)
            low = middle + 1;
        else
            high = middle;
    }
    _M_next_resize = (size_t)__builtin_floor(sizes[low] * (double)_M_max_load_factor);
    return sizes[low];
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements, size_t more) const {
    if (elements + more <= _M_next_resize)
        return {false, 0};
    /* The first elements get some room. */
    size_t wanted = elements + more;
    if (_M_next_resize == 0 && wanted < 11)
        wanted = 11;
    double least = wanted / (double)_M_max_load_factor;
    if (least >= buckets) {
        size_t enough = (size_t)__builtin_floor(least) + 1, grown = buckets * _S_growth_factor;
        return {true, _M_next_bkt(enough > grown ? enough : grown)};
    }
    _M_next_resize = (size_t)__builtin_floor(buckets * (double)_M_max_load_factor);
    return {false, 0};
}

} // namespace __detail
} // namespace std
