import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.ParseException;

/** Reads two words of a command line: commons-cli. */
public class Options {
    static int chosen(String first, String second) {
        org.apache.commons.cli.Options options = new org.apache.commons.cli.Options();
        options.addOption("v", "verbose", false, "say more");
        options.addOption(Option.builder("n").longOpt("number").hasArg().build());
        options.addOption(Option.builder("D").hasArgs().valueSeparator('=').build());
        try {
            CommandLine line = new DefaultParser().parse(options, new String[] {first, second});
            int values = line.hasOption("D") ? line.getOptionProperties("D").size() : 0;
            return (line.hasOption('v') ? 1 : 0) + (line.hasOption("number") ? 2 : 0) + 4 * values + line.getArgList().size();
        } catch (ParseException e) {
            return -1;
        }
    }
}
