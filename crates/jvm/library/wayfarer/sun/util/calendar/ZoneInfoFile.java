package wayfarer.sun.util.calendar;

import sun.util.calendar.ZoneInfo;
import wayfarer.Machine;

/** Time zones without the JDK's table of them. */
public final class ZoneInfoFile {
    private ZoneInfoFile() {}

    public static void __clinit__() {}

    public static ZoneInfo getZoneInfo(String id) {
        if (!id.equals("UTC") && !id.equals("GMT")) Machine.unsupportedText("the time zone ".concat(id));
        return new ZoneInfo(id, 0);
    }
}
