package wayfarer.sun.util.locale.provider;

import java.util.Locale;
import wayfarer.Machine;

/** English and the root locale, which `java.base` has; all others are provided by another module. */
public final class LocaleProviderAdapter {
    private LocaleProviderAdapter() {}

    public static sun.util.locale.provider.LocaleProviderAdapter getAdapter(Class<?> provider, Locale locale) {
        boolean base = locale.getLanguage().isEmpty() || locale.getLanguage().equals("en") && (locale.getCountry().isEmpty() || locale.getCountry().equals("US"));
        if (!base) Machine.unsupportedText("the locale ".concat(locale.toString()));
        String name = provider.getSimpleName();
        if (name.equals("BreakIteratorProvider") || name.equals("CollatorProvider")) Machine.unsupportedText(name);
        return sun.util.locale.provider.LocaleProviderAdapter.forType(sun.util.locale.provider.LocaleProviderAdapter.Type.CLDR);
    }
}
