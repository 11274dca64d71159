package wayfarer.java.security;

import java.util.Properties;
import wayfarer.Machine;

/** {@link java.security.Security} with the providers of digests, without the file of the installation. */
public final class Security {
    private Security() {}

    public static void initialize() {
        Class<?> c = java.security.Security.class;
        Object statics = Machine.classStatics(c);
        Properties all = (Properties) Machine.loadReference(statics, Machine.fieldOffset(c, "props"));
        if (all == null) all = new Properties();
        all.setProperty("security.provider.1", "SUN");
        all.setProperty("security.provider.2", "SunRsaSign");
        all.setProperty("keystore.type", "pkcs12");
        Machine.storeReference(statics, Machine.fieldOffset(c, "props"), all);
        Machine.storeReference(statics, Machine.fieldOffset(c, "initialSecurityProperties"), all.clone());
    }
}
