package wayfarer.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Puts probes into a class: at lines, methods, branches and switches. Probes have no branches, so
 * that the frames of the code stay as they are.
 *
 * <p>What coverage counts is what JaCoCo counts: not methods made by the compiler (but bodies of
 * lambdas), the second of the two switches that a switch on strings becomes; besides, not the check
 * whether assertions are enabled.
 */
final class Instrumenter {
    private static final String PROBE = "wayfarer/replay/Probe";
    /** The newest class files that this ASM knows; newer ones do not differ in what it reads. */
    private static final int NEWEST = Opcodes.V19 + 1;

    private static final String STACK_TRACE = "()[Ljava/lang/StackTraceElement;";

    private final Set<String> targets;

    Instrumenter(List<String> targets) {
        this.targets = new HashSet<>(targets);
    }

    Set<String> targets() {
        return targets;
    }

    /** Reads a class as one of a version that this ASM knows; gives the version that it is of. */
    static int withKnownVersion(byte[] contents, java.util.function.Consumer<byte[]> read) {
        byte[] known = contents.clone();
        int version = (known[6] & 0xff) << 8 | known[7] & 0xff;
        if (version > NEWEST) {
            setVersion(known, NEWEST);
        }
        read.accept(known);
        return version;
    }

    static void setVersion(byte[] contents, int version) {
        contents[6] = (byte) (version >> 8);
        contents[7] = (byte) version;
    }

    /** The class with probes, or as it is if that would be too large. */
    byte[] instrument(byte[] contents) {
        ClassWriter writer = new ClassWriter(0);
        try {
            int version = withKnownVersion(contents,
                known -> new ClassReader(known).accept(new Type(writer), ClassReader.EXPAND_FRAMES));
            byte[] result = writer.toByteArray();
            setVersion(result, version);
            return result;
        } catch (org.objectweb.asm.MethodTooLargeException tooLarge) {
            return contents;
        }
    }

    private final class Type extends ClassVisitor {
        private String name;
        private String source = "";
        private boolean isInterface;

        Type(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visit(int version, int access, String name, String signature, String superName,
                String[] interfaces) {
            this.name = name;
            isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
            super.visit(version, access, name, signature, superName, interfaces);
        }

        @Override
        public void visitSource(String file, String debug) {
            source = file == null ? "" : file.replace(' ', '_');
            super.visitSource(file, debug);
        }

        @Override
        public MethodVisitor visitMethod(int access, String method, String descriptor, String signature,
                String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, method, descriptor, signature, exceptions);
            // What calls monitors is no code of the user's.
            if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0 || method.startsWith("wayfarer$")) {
                return next;
            }
            boolean counted = (access & Opcodes.ACC_SYNTHETIC) == 0 || method.startsWith("lambda$");
            String file = source.isEmpty() ? "?" : source;
            String full = name.replace('/', '.') + "." + method + descriptor;
            Probe.MethodInfo info = new Probe.MethodInfo(name, file, full, counted);
            return new Method(next, info, method.equals("<clinit>"), targets.contains(full));
        }
    }

    private static final class Method extends MethodVisitor {
        private final Probe.MethodInfo info;
        private final boolean initialiser;
        private final boolean target;
        private final int id;
        private final Map<Integer, Integer> lineIds = new HashMap<>();
        private final Label start = new Label();
        private final Label end = new Label();
        /** A line whose probe comes before the next instruction: frames stand between. */
        private int pendingLine;
        private int line;
        private int number;
        /** Labels since the last instruction, and where they moved to for the sake of frames. */
        private final List<Label> labels = new ArrayList<>();
        private final Map<Label, Label> moved = new HashMap<>();
        private boolean onAssertions;
        private boolean onHash;
        private boolean onEquals;
        private boolean inStringSwitch;
        /** The last three instructions without operands or on variables. */
        private int recent;

        Method(MethodVisitor next, Probe.MethodInfo info, boolean initialiser, boolean target) {
            super(Opcodes.ASM9, next);
            this.info = info;
            this.initialiser = initialiser;
            this.target = target;
            this.id = Probe.add(info);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            push(id);
            probe(target ? "target" : "method", "(I)V");
            if (initialiser) {
                probe("initialiser", "()V");
                mv.visitLabel(start);
            }
        }

        private void push(int value) {
            if (value >= Short.MIN_VALUE && value <= Short.MAX_VALUE) {
                mv.visitIntInsn(Opcodes.SIPUSH, value);
            } else {
                mv.visitLdcInsn(value);
            }
        }

        private void probe(String name, String descriptor) {
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, name, descriptor, false);
        }

        /** Before every instruction. */
        private void instruction() {
            if (pendingLine > 0) {
                push(lineIds.computeIfAbsent(pendingLine, key -> Probe.add(new Probe.LineInfo(info, key))));
                probe("line", "(I)V");
                pendingLine = 0;
            }
            labels.clear();
            onAssertions = false;
            onHash = false;
            onEquals = false;
        }

        /** True right behind {@code t = -1; s.hash}, as javac begins a switch on a string. */
        private boolean beginsStringSwitch() {
            return recent == (Opcodes.ICONST_M1 << 16 | Opcodes.ISTORE << 8 | Opcodes.ALOAD);
        }

        private void remember(int opcode) {
            recent = (recent << 8 | opcode) & 0xffffff;
        }

        @Override
        public void visitLineNumber(int number, Label at) {
            line = number;
            if (info.firstLine == 0 || number < info.firstLine) {
                info.firstLine = number;
            }
            if (info.counted) {
                pendingLine = number;
            }
            super.visitLineNumber(number, at);
        }

        @Override
        public void visitLabel(Label label) {
            labels.add(label);
            super.visitLabel(label);
        }

        @Override
        public void visitFrame(int type, int localCount, Object[] local, int stackCount, Object[] stack) {
            super.visitFrame(type, localCount, moved(localCount, local), stackCount, moved(stackCount, stack));
        }

        /** Objects that are not initialised are named by the place of their creation. */
        private Object[] moved(int count, Object[] types) {
            Object[] result = types.clone();
            for (int index = 0; index < count; index++) {
                if (types[index] instanceof Label) {
                    result[index] = moved.getOrDefault((Label) types[index], (Label) types[index]);
                }
            }
            return result;
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            List<Label> here = new ArrayList<>(labels);
            boolean moves = pendingLine > 0;
            instruction();
            if (opcode == Opcodes.NEW && moves && !here.isEmpty()) {
                Label now = new Label();
                super.visitLabel(now);
                for (Label label : here) {
                    moved.put(label, now);
                }
            }
            super.visitTypeInsn(opcode, type);
        }

        private int decision(int[] keys, int[] arms, int armCount) {
            int[] counted = info.counted && line > 0 ? arms : null;
            return Probe.add(new Probe.Decision(info, number++, line, keys, counted, armCount));
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            boolean hidden = onAssertions || inStringSwitch && onEquals;
            instruction();
            if (opcode == Opcodes.GOTO || opcode == Opcodes.JSR) {
                super.visitJumpInsn(opcode, label);
                return;
            }
            int id = decision(null, hidden ? null : new int[] {0, 1}, 2);
            if (opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL) {
                mv.visitInsn(Opcodes.DUP);
                push(id);
                probe("branch", "(Ljava/lang/Object;I)V");
                super.visitJumpInsn(opcode, label);
                return;
            }
            String type;
            if (opcode >= Opcodes.IFEQ && opcode <= Opcodes.IFLE) {
                mv.visitInsn(Opcodes.DUP);
                type = "(III)V";
            } else if (opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ICMPLE) {
                mv.visitInsn(Opcodes.DUP2);
                type = "(IIII)V";
            } else {
                mv.visitInsn(Opcodes.DUP2);
                type = "(Ljava/lang/Object;Ljava/lang/Object;II)V";
            }
            push(opcode);
            push(id);
            probe("branch", type);
            super.visitJumpInsn(opcode, label);
        }

        /** Coverage counts ways to different places. */
        private void choice(int[] keys, Label[] targets, Label otherwise, boolean hashes) {
            Map<Label, Integer> numbers = new HashMap<>();
            int[] arms = new int[keys.length + 1];
            for (int index = 0; index <= keys.length; index++) {
                Label to = index == keys.length ? otherwise : targets[index];
                arms[index] = numbers.computeIfAbsent(to, key -> numbers.size());
            }
            int id = decision(keys, hashes ? null : arms, numbers.size());
            mv.visitInsn(Opcodes.DUP);
            push(id);
            probe("choice", "(II)V");
        }

        @Override
        public void visitTableSwitchInsn(int low, int high, Label otherwise, Label... targets) {
            instruction();
            inStringSwitch = false;
            int[] keys = new int[targets.length];
            for (int index = 0; index < keys.length; index++) {
                keys[index] = low + index;
            }
            choice(keys, targets, otherwise, false);
            super.visitTableSwitchInsn(low, high, otherwise, targets);
        }

        @Override
        public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] targets) {
            boolean hashes = onHash;
            instruction();
            inStringSwitch = hashes;
            choice(keys.clone(), targets, otherwise, hashes);
            super.visitLookupSwitchInsn(otherwise, keys, targets);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            instruction();
            onAssertions = opcode == Opcodes.GETSTATIC && name.equals("$assertionsDisabled");
            super.visitFieldInsn(opcode, owner, name, descriptor);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            instruction();
            onAssertions = name.equals("desiredAssertionStatus") && owner.equals("java/lang/Class");
            boolean onString = owner.equals("java/lang/String");
            onHash = name.equals("hashCode") && onString && beginsStringSwitch();
            onEquals = name.equals("equals") && onString;
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (name.equals("getStackTrace") && descriptor.equals(STACK_TRACE)) {
                probe("stackTrace", "([Ljava/lang/StackTraceElement;)[Ljava/lang/StackTraceElement;");
            }
        }

        @Override
        public void visitInsn(int opcode) {
            instruction();
            if (initialiser && opcode == Opcodes.RETURN) {
                probe("initialised", "()V");
            }
            remember(opcode);
            super.visitInsn(opcode);
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            if (initialiser) {
                mv.visitLabel(end);
                mv.visitTryCatchBlock(start, end, end, null);
                mv.visitFrame(Opcodes.F_NEW, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"});
                probe("initialised", "()V");
                mv.visitInsn(Opcodes.ATHROW);
            }
            super.visitMaxs(Math.max(stack, 1) + 4, locals);
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            instruction();
            super.visitIntInsn(opcode, operand);
        }

        @Override
        public void visitVarInsn(int opcode, int variable) {
            instruction();
            remember(opcode);
            super.visitVarInsn(opcode, variable);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            instruction();
            super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
        }

        @Override
        public void visitLdcInsn(Object value) {
            instruction();
            super.visitLdcInsn(value);
        }

        @Override
        public void visitIincInsn(int variable, int increment) {
            instruction();
            super.visitIincInsn(variable, increment);
        }

        @Override
        public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
            instruction();
            super.visitMultiANewArrayInsn(descriptor, dimensions);
        }
    }
}
