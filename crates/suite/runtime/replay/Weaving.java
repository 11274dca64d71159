package wayfarer.replay;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Replaces calls in one class. A call becomes one of a static method with the same operands: that of the monitors
 * where it is known that they watch over it, or a method of the class itself that asks the object.
 */
final class Weaving {
    private final Watched watched;
    private final ClassNode type;
    /** Methods that ask, by the call that they stand for. */
    private final Map<String, MethodNode> asking = new LinkedHashMap<>();
    private boolean changed;

    Weaving(Watched watched, ClassNode type) {
        this.watched = watched;
        this.type = type;
    }

    /** True if anything was changed. */
    boolean run() {
        if (watched.isMonitor(type.name)) {
            return false;
        }
        for (MethodNode method : new ArrayList<>(type.methods)) {
            if ((method.access & Opcodes.ACC_BRIDGE) != 0) {
                // It is made of the method that it calls: the call of the one is that of the other.
                continue;
            }
            replaceConstructions(method);
            for (AbstractInsnNode at : method.instructions.toArray()) {
                if (at instanceof MethodInsnNode) {
                    replaceCall(method, (MethodInsnNode) at);
                } else if (at instanceof InvokeDynamicInsnNode) {
                    replaceHandles((InvokeDynamicInsnNode) at);
                }
            }
        }
        type.methods.addAll(asking.values());
        return changed;
    }

    private void replaceCall(MethodNode method, MethodInsnNode call) {
        if (call.getOpcode() == Opcodes.INVOKESPECIAL || !watched.isName(call.name)) {
            return;
        }
        Watched.Call found = watched.find(call.owner, call.name, call.desc, false);
        if (found == null || found.isInstance == (call.getOpcode() == Opcodes.INVOKESTATIC)) {
            return;
        }
        changed = true;
        if (found.isSure && sameResult(found, call.desc)) {
            String descriptor = Type.getMethodDescriptor(found.method);
            method.instructions.set(call, monitor(found, descriptor));
            return;
        }
        Handle handle = new Handle(tag(call), call.owner, call.name, call.desc, call.itf);
        MethodNode asks = asking(found, handle);
        boolean isInterface = (type.access & Opcodes.ACC_INTERFACE) != 0;
        method.instructions.set(call,
            new MethodInsnNode(Opcodes.INVOKESTATIC, type.name, asks.name, asks.desc, isInterface));
    }

    private static int tag(MethodInsnNode call) {
        switch (call.getOpcode()) {
            case Opcodes.INVOKESTATIC: return Opcodes.H_INVOKESTATIC;
            case Opcodes.INVOKEINTERFACE: return Opcodes.H_INVOKEINTERFACE;
            default: return Opcodes.H_INVOKEVIRTUAL;
        }
    }

    private static boolean sameResult(Watched.Call found, String descriptor) {
        return Type.getReturnType(found.method).equals(Type.getReturnType(descriptor));
    }

    private static MethodInsnNode monitor(Watched.Call found, String descriptor) {
        String owner = Type.getInternalName(found.method.getDeclaringClass());
        return new MethodInsnNode(Opcodes.INVOKESTATIC, owner, found.method.getName(), descriptor, false);
    }

    /** References to methods, which lambda expressions are made of. */
    private void replaceHandles(InvokeDynamicInsnNode dynamic) {
        boolean isInterface = (type.access & Opcodes.ACC_INTERFACE) != 0;
        for (int index = 0; index < dynamic.bsmArgs.length; index++) {
            if (!(dynamic.bsmArgs[index] instanceof Handle)) {
                continue;
            }
            Handle handle = (Handle) dynamic.bsmArgs[index];
            int tag = handle.getTag();
            boolean constructs = tag == Opcodes.H_NEWINVOKESPECIAL;
            boolean calls = tag == Opcodes.H_INVOKESTATIC || tag == Opcodes.H_INVOKEVIRTUAL
                || tag == Opcodes.H_INVOKEINTERFACE || constructs;
            if (!calls || !watched.isName(handle.getName())) {
                continue;
            }
            Watched.Call found = watched.find(handle.getOwner(), handle.getName(), handle.getDesc(), constructs);
            if (found == null || found.isInstance == (tag == Opcodes.H_INVOKESTATIC || constructs)) {
                continue;
            }
            changed = true;
            MethodNode asks = asking(found, handle);
            dynamic.bsmArgs[index] =
                new Handle(Opcodes.H_INVOKESTATIC, type.name, asks.name, asks.desc, isInterface);
        }
    }

    /** The method of the class that asks the object of a call, with exactly the types of that call. */
    private MethodNode asking(Watched.Call found, Handle call) {
        String key = call.getTag() + call.getOwner() + "." + call.getName() + call.getDesc();
        MethodNode known = asking.get(key);
        if (known != null) {
            return known;
        }
        boolean constructs = call.getTag() == Opcodes.H_NEWINVOKESPECIAL;
        Type owner = Type.getObjectType(call.getOwner());
        Type result = constructs ? owner : Type.getReturnType(call.getDesc());
        List<Type> parameters = new ArrayList<>();
        if (found.isInstance) {
            parameters.add(owner);
        }
        parameters.addAll(List.of(Type.getArgumentTypes(call.getDesc())));
        String descriptor = Type.getMethodDescriptor(result, parameters.toArray(new Type[0]));
        int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
        MethodNode made = new MethodNode(access, unusedName(), descriptor, null, null);
        InsnList code = made.instructions;
        if (found.isSure || !found.isInstance) {
            addMonitor(code, found, parameters, result);
        } else {
            LabelNode yes = new LabelNode();
            code.add(new VarInsnNode(Opcodes.ALOAD, 0));
            String monitors = Type.getInternalName(found.method.getDeclaringClass());
            String asked = "is_" + found.method.getName();
            code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, monitors, asked, "(Ljava/lang/Object;)Z", false));
            code.add(new JumpInsnNode(Opcodes.IFNE, yes));
            load(code, parameters);
            int opcode = call.getTag() == Opcodes.H_INVOKEINTERFACE ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
            code.add(new MethodInsnNode(opcode, call.getOwner(), call.getName(), call.getDesc(), call.isInterface()));
            code.add(new InsnNode(result.getOpcode(Opcodes.IRETURN)));
            code.add(yes);
            if ((type.version & 0xffff) >= Opcodes.V1_6) {
                code.add(new FrameNode(Opcodes.F_SAME, 0, null, 0, null));
            }
            addMonitor(code, found, parameters, result);
        }
        int slots = parameters.stream().mapToInt(Type::getSize).sum();
        made.maxLocals = slots;
        made.maxStack = Math.max(slots, 2);
        asking.put(key, made);
        return made;
    }

    private String unusedName() {
        Set<String> taken = new HashSet<>();
        type.methods.forEach(method -> taken.add(method.name));
        asking.values().forEach(method -> taken.add(method.name));
        int number = 0;
        while (taken.contains("wayfarer$" + number)) {
            number++;
        }
        return "wayfarer$" + number;
    }

    private static void load(InsnList code, List<Type> parameters) {
        int slot = 0;
        for (Type parameter : parameters) {
            code.add(new VarInsnNode(parameter.getOpcode(Opcodes.ILOAD), slot));
            slot += parameter.getSize();
        }
    }

    private static void addMonitor(InsnList code, Watched.Call found, List<Type> parameters, Type result) {
        load(code, parameters);
        code.add(monitor(found, Type.getMethodDescriptor(found.method)));
        if (!Type.getReturnType(found.method).equals(result)) {
            code.add(new TypeInsnNode(Opcodes.CHECKCAST, result.getInternalName()));
        }
        code.add(new InsnNode(result.getOpcode(Opcodes.IRETURN)));
    }

    /** {@code new C(…)}: what makes the object without having it constructed goes. */
    private void replaceConstructions(MethodNode method) {
        List<TypeInsnNode> open = new ArrayList<>();
        Set<LabelNode> gone = new HashSet<>();
        for (AbstractInsnNode at : method.instructions.toArray()) {
            if (at.getOpcode() == Opcodes.NEW) {
                open.add((TypeInsnNode) at);
            } else if (at.getOpcode() == Opcodes.INVOKESPECIAL && ((MethodInsnNode) at).name.equals("<init>")) {
                MethodInsnNode call = (MethodInsnNode) at;
                TypeInsnNode made = open.isEmpty() ? null : open.get(open.size() - 1);
                if (made == null || !made.desc.equals(call.owner)) {
                    // That of the superclass, or of the class itself.
                    continue;
                }
                open.remove(open.size() - 1);
                Watched.Call found = watched.find(call.owner, "<init>", call.desc, true);
                if (found == null) {
                    continue;
                }
                AbstractInsnNode copy = made.getNext();
                if (copy == null || copy.getOpcode() != Opcodes.DUP) {
                    System.out.println("strange " + type.name + "." + method.name + " makes a " + call.owner
                        + " as no Java compiler does");
                    continue;
                }
                for (AbstractInsnNode before = made.getPrevious(); before instanceof LabelNode
                        || before != null && before.getOpcode() < 0; before = before.getPrevious()) {
                    if (before instanceof LabelNode) {
                        gone.add((LabelNode) before);
                    }
                }
                method.instructions.remove(made);
                method.instructions.remove(copy);
                method.instructions.set(call, monitor(found, Type.getMethodDescriptor(found.method)));
                changed = true;
            }
        }
        for (AbstractInsnNode at : method.instructions.toArray()) {
            if (at instanceof FrameNode && ((FrameNode) at).stack != null) {
                ((FrameNode) at).stack.removeIf(gone::contains);
            }
        }
    }
}
