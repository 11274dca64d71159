// Each part of the library that has no model ends its path with its name and its place.
// unsupported: call of `_ZStlsIwSt11char_traitsIwEERSt13basic_ostreamIT_T0_ES6_PKS3_`, which has no body and no model 24, call of `_ZNSt10filesystem7__cxx114path5_ListC1Ev`, which has no body and no model 27, a changed copy of a locale in C++ 29, call of `_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE`, which has no body and no model 31, call of `_ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE`, which has no body and no model 36, call of `_ZSt10from_charsPKcS0_RdSt12chars_format`, which has no body and no model 38, call of `_ZSt8to_charsPcS_d`, which has no body and no model 40, a null pointer caught as a pointer to a member 46, call of `_ZNSt18condition_variableC1Ev`, which has no body and no model 53, call of `_ZNSt13__future_base12_Result_baseC2Ev`, which has no body and no model 57
#include <charconv>
#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <future>
#include <iostream>
#include <locale>
#include <random>
#include <string>
#include <thread>
#include <wayfarer.h>
struct Commas : std::numpunct<char> { char do_decimal_point() const override { return ','; } };
struct alignas(1 << 16) Wide { char text[1 << 16]; };
struct Class { int member; };
int main() {
    char text[40];
    double value = 0;
    switch (wf_int("x")) {
    case 0:
        return 0;
    case 1:
        std::wcout << L"wide";
        return 1;
    case 2:
        return std::filesystem::exists("name");
    case 3:
        return (int)std::string(std::locale(std::locale(), new Commas).name()).size();
    case 4: {
        std::thread other([] {});
        other.join();
        return 4;
    }
    case 5:
        return (int)std::random_device()();
    case 6:
        return std::from_chars(text, text, value).ptr == text;
    case 7:
        return std::to_chars(text, text + 40, 0.5).ptr == text;
    case 8:
        delete new Wide;
        return 8;
    case 9:
        try {
            throw nullptr;
        } catch (int Class::*) {
            return 9;
        }
    case 10: {
        std::mutex mutex;
        std::unique_lock<std::mutex> lock(mutex);
        std::condition_variable().wait(lock);
        return 10;
    }
    case 11:
        return std::async([] { return 11; }).get();
    default:
        return (int)std::wstring(3, L'x').size();
    }
}
