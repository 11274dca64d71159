// A rule engine: 27 rules that fire until none does, over 40 inputs, and 7 outcomes, one of which takes several rules one after
// the other. All rules fire, and all outcomes come about.
//
// explore: AscentRules.decide
// options: --objects any-state --strategy nearest-uncovered,subpath --max-paths 10000 --jobs 1
// findings: java.lang.IllegalStateException 201
// tests: confirmed
// branches: most 99

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

public class AscentRules {
    enum Outcome {
        CONTINUE,
        HOLD,
        SCRUB,
        PAD_ABORT,
        LOW_ABORT,
        ORBIT_ABORT,
        DESTRUCT
    }

    enum Phase {
        PAD,
        LIFT_OFF,
        LOW,
        HIGH,
        ORBIT
    }

    /** What is measured, and what follows from it. */
    static class Vehicle {
        Phase phase;
        int altitude;
        int velocity;
        int downrange;
        int pitch;
        int roll;
        int yaw;
        int windAloft;
        int windOnGround;
        int cloudCeiling;
        int countdown;
        int[] thrust;
        int fuelFlow;
        int oxidiserFlow;
        int fuelPressure;
        int oxidiserPressure;
        int chamberTemperature;
        int cabinPressure;
        int cabinTemperature;
        int oxygen;
        int busVoltage;
        int batteryCharge;
        int guidanceDrift;
        int linkStrength;
        boolean hatchClosed;
        boolean armRetracted;
        boolean rangeClear;
        boolean boosterSeparated;
        boolean towerJettisoned;
        boolean crewReady;
        boolean abortRequested;
        boolean destructRequested;
        boolean fireDetected;
        boolean lightning;
        boolean primaryGuidance;
        boolean backupGuidance;
        boolean telemetry;
        boolean valveStuck;
        boolean gimbalLocked;
        boolean parachuteArmed;

        private boolean propulsionDegraded;
        private boolean engineLost;
        private boolean attitudeLost;
        private boolean guidanceLost;
        private boolean weatherBad;
        private boolean powerLow;
        private boolean crewInDanger;
        private boolean offCourse;
        private boolean abortNeeded;
        private Outcome outcome;
    }

    /** A rule fires once at the most. */
    static class Rule {
        final String name;
        final Predicate<Vehicle> condition;
        final Consumer<Vehicle> action;
        private boolean hasFired;

        Rule(String name, Predicate<Vehicle> condition, Consumer<Vehicle> action) {
            this.name = name;
            this.condition = condition;
            this.action = action;
        }

        boolean fires(Vehicle vehicle) {
            if (hasFired || !condition.test(vehicle)) {
                return false;
            }
            hasFired = true;
            action.accept(vehicle);
            return true;
        }
    }

    private final List<Rule> rules = new ArrayList<>();

    private void rule(String name, Predicate<Vehicle> condition, Consumer<Vehicle> action) {
        rules.add(new Rule(name, condition, action));
    }

    private void facts() {
        rule("flow of fuel", v -> v.fuelFlow < 40 && v.phase != Phase.PAD, v -> v.propulsionDegraded = true);
        rule("flow of oxidiser", v -> v.oxidiserFlow < 60 && v.phase != Phase.PAD, v -> v.propulsionDegraded = true);
        rule("pressures", v -> v.fuelPressure - v.oxidiserPressure > 25, v -> v.propulsionDegraded = true);
        rule("valve", v -> v.propulsionDegraded && v.valveStuck, v -> v.engineLost = true);
        rule("temperature", v -> v.chamberTemperature > 3400, v -> v.engineLost = true);
        rule("thrust", v -> v.phase != Phase.PAD && thrust(v) < 300, v -> v.engineLost = true);
        rule("gimbal", v -> v.gimbalLocked && Math.abs(v.pitch) + Math.abs(v.yaw) > 12, v -> v.attitudeLost = true);
        rule("roll", v -> v.roll > 90 || v.roll < -90, v -> v.attitudeLost = true);
        rule("guidance", v -> !v.primaryGuidance && !v.backupGuidance, v -> v.guidanceLost = true);
        rule("drift", v -> v.guidanceDrift > 50 && !v.backupGuidance, v -> v.guidanceLost = true);
        rule("wind", v -> v.windOnGround > 30 || v.windAloft > 100, v -> v.weatherBad = true);
        rule("clouds", v -> v.cloudCeiling < 1500 || v.lightning, v -> v.weatherBad = true);
        rule("power", v -> v.busVoltage < 24 && v.batteryCharge < 30, v -> v.powerLow = true);
        rule("cabin", v -> v.cabinPressure < 55 || v.oxygen < 18, v -> v.crewInDanger = true);
        rule("heat", v -> v.fireDetected || v.cabinTemperature > 45, v -> v.crewInDanger = true);
        rule("course", v -> v.guidanceLost && v.downrange > 20 && !v.rangeClear, v -> v.offCourse = true);
    }

    private void decisions() {
        rule("engine", v -> v.engineLost && v.phase != Phase.PAD, v -> v.abortNeeded = true);
        rule("attitude", v -> v.attitudeLost && v.phase != Phase.PAD, v -> v.abortNeeded = true);
        rule("crew", v -> v.crewInDanger || v.abortRequested, v -> v.abortNeeded = true);
        rule("blind", v -> v.guidanceLost && v.powerLow && !v.telemetry, v -> v.abortNeeded = true);
        rule("destruct", v -> v.offCourse && v.destructRequested && v.towerJettisoned, v -> v.outcome = Outcome.DESTRUCT);
        rule("scrub", v -> v.phase == Phase.PAD && v.weatherBad && v.countdown < 10, v -> v.outcome = Outcome.SCRUB);
        rule("hold", v -> v.phase == Phase.PAD && v.outcome == null && !isReady(v), v -> v.outcome = Outcome.HOLD);
        rule("pad", v -> v.abortNeeded && v.phase.ordinal() <= 1 && v.armRetracted, v -> v.outcome = Outcome.PAD_ABORT);
        rule("low", v -> v.abortNeeded && v.phase == Phase.LOW && v.altitude > 500, v -> v.outcome = Outcome.LOW_ABORT);
        rule("orbit", v -> v.abortNeeded && v.phase == Phase.HIGH && toOrbit(v), v -> v.outcome = Outcome.ORBIT_ABORT);
        rule("none", v -> v.outcome == null && !v.abortNeeded, v -> v.outcome = Outcome.CONTINUE);
    }

    private static int thrust(Vehicle v) {
        int sum = 0;
        for (int one : v.thrust) {
            sum += one;
        }
        return sum;
    }

    private static boolean isReady(Vehicle v) {
        return v.hatchClosed && v.crewReady && v.linkStrength > 3;
    }

    /** An engine is lost so late that the rest of them will do. */
    private static boolean toOrbit(Vehicle v) {
        return v.boosterSeparated && v.engineLost && !v.attitudeLost && v.velocity > 6800 && !v.crewInDanger;
    }

    static Outcome decide(Vehicle vehicle) {
        if (vehicle == null || vehicle.phase == null || vehicle.thrust == null || vehicle.outcome != null) {
            return null;
        }
        AscentRules engine = new AscentRules();
        engine.facts();
        engine.decisions();
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Rule rule : engine.rules) {
                changed |= rule.fires(vehicle);
            }
        }
        Outcome outcome = vehicle.outcome;
        if (outcome == null) {
            return null;
        }
        switch (outcome) {
            case CONTINUE:
                return outcome;
            case HOLD:
                return outcome;
            case SCRUB:
                return outcome;
            case PAD_ABORT:
                return outcome;
            case LOW_ABORT:
                return outcome;
            case DESTRUCT:
                return outcome;
            case ORBIT_ABORT:
                // The outcome that nobody had a test of.
                throw new IllegalStateException("no way to orbit");
            default:
                return null;
        }
    }
}
