package wayfarer.replay;

import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;

/** Writes how often what was executed. */
final class Coverage {
    private Coverage() {
    }

    /**
     * A line a fact: {@code method TYPE SOURCE NAME LINE HITS}, {@code line TYPE SOURCE METHOD LINE HITS},
     * {@code branch TYPE SOURCE LINE METHOD DECISION ARM HITS}.
     */
    static void write(File file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file.toPath(), StandardCharsets.UTF_8)) {
            synchronized (Probe.class) {
                for (int id = 0; id < Probe.methods.size(); id++) {
                    Probe.MethodInfo method = Probe.methods.get(id);
                    if (method.counted && method.firstLine > 0) {
                        out.write("method " + place(method) + " " + method.name + " " + method.firstLine
                                + " " + Probe.methodHits[id] + "\n");
                    }
                }
                for (int id = 0; id < Probe.lines.size(); id++) {
                    Probe.LineInfo line = Probe.lines.get(id);
                    out.write("line " + place(line.method) + " " + line.method.name + " " + line.line + " "
                            + Probe.lineHits[id] + "\n");
                }
                for (int id = 0; id < Probe.decisions.size(); id++) {
                    Probe.Decision decision = Probe.decisions.get(id);
                    for (int arm = 0; decision.arms != null && arm < decision.armCount; arm++) {
                        out.write("branch " + place(decision.method) + " " + decision.line + " "
                                + decision.method.name + " " + decision.number + " " + arm + " "
                                + Probe.taken[id][arm] + "\n");
                    }
                }
            }
        }
    }

    private static String place(Probe.MethodInfo method) {
        return method.type + " " + method.source;
    }
}
