// error_code, error_condition, system_error.
#include <cerrno>
#include <cstdio>
#include <system_error>
int main() {
    std::error_code code(ENOENT, std::generic_category());
    std::printf("%s %d %s %d\n", code.category().name(), code.value(), code.message().c_str(), (bool)code);
    std::printf("%d %d\n", code == std::errc::no_such_file_or_directory, std::make_error_code(std::errc::invalid_argument) == code);
    std::error_code of_system(EACCES, std::system_category());
    std::printf("%s %d\n", of_system.category().name(), of_system == std::errc::permission_denied);
    try {
        throw std::system_error(EPERM, std::generic_category(), "doing this");
    } catch (const std::system_error &error) {
        std::printf("%s %d\n", error.what(), error.code().value());
    }
    std::error_code none;
    std::printf("%d %s\n", (bool)none, none.category().name());
}
