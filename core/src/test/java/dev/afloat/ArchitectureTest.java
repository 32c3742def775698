package dev.afloat;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.afloat.guard.Call;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The floor plan of the module, executable. */
class ArchitectureTest {
    private static final String ROOT = "dev.afloat";

    /** A package imports from packages of lower floors only. A new package needs a line here. */
    private static final Map<String, Integer> FLOORS = Map.ofEntries(
            Map.entry("dev.afloat.time", 0),
            Map.entry("dev.afloat.failure", 0),
            Map.entry("dev.afloat.outcome", 1),
            Map.entry("dev.afloat.call", 1),
            Map.entry("dev.afloat.event", 2),
            Map.entry("dev.afloat.quality", 2),
            Map.entry("dev.afloat.quality.text", 3),
            Map.entry("dev.afloat.guard", 3),
            Map.entry("dev.afloat", 4),
            Map.entry("dev.afloat.pipeline", 5),
            Map.entry("dev.afloat.monitor", 5));

    /** Public classes that may be extended, each with its reason. */
    private static final Map<String, String> NOT_FINAL =
            Map.of(Call.class.getName(), "Work extends it; its constructor is package-private, so nobody else can");

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    private static final JavaClasses MAIN_AND_TESTS = new ClassFileImporter().importPackages(ROOT);

    @Test
    void there_is_something_to_look_at() {
        assertThat(MAIN.contain(FallbackChain.class)).isTrue();
        assertThat(MAIN.contain(ArchitectureTest.class)).isFalse();
        assertThat(MAIN_AND_TESTS.contain(ArchitectureTest.class)).isTrue();
    }

    @Test
    void imports_go_down_only() {
        classes().should(importFromLowerFloorsOnly()).check(MAIN);
    }

    @Test
    void packages_are_free_of_cycles() {
        slices().assignedFrom(packages()).should().beFreeOfCycles().check(MAIN);
    }

    @Test
    void only_guard_sees_resilience4j() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.afloat.guard")
                // Setters that take the configuration a user already has, and where it is looked into.
                .and()
                .doNotHaveFullyQualifiedName(TierSettings.class.getName())
                .and()
                .doNotHaveFullyQualifiedName(TierOptions.class.getName())
                .and()
                .doNotHaveFullyQualifiedName(ChainPlan.class.getName())
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.github.resilience4j..")
                .check(MAIN);
    }

    @Test
    void only_event_and_call_see_slf4j() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.afloat.event", "dev.afloat.call")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.slf4j..")
                .check(MAIN);
    }

    @Test
    void nothing_prints() {
        noClasses().should(ACCESS_STANDARD_STREAMS).check(MAIN);
    }

    @Test
    void nothing_sleeps_not_even_a_test() {
        noClasses().should().callMethodWhere(sleeps()).check(MAIN_AND_TESTS);
    }

    /** zio-openfeature#263: that clock may be stepped. The real source reads it once, to begin near it. */
    @Test
    void only_the_real_time_source_reads_the_clock_of_the_machine() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.afloat.time.SystemTimeSource")
                // A date in a response that does not say when it was sent can be held against nothing else.
                .and()
                .doNotHaveFullyQualifiedName("dev.afloat.failure.SdkResponses")
                .and()
                .doNotHaveFullyQualifiedName("dev.afloat.failure.Unreadable")
                .should()
                .accessTargetWhere(readsTheWallClock())
                .check(MAIN);
        assertThat(MAIN.get("dev.afloat.time.SystemTimeSource").getAccessesFromSelf())
                .filteredOn(readsTheWallClock())
                .as("readings of the machine's clock")
                .singleElement()
                .satisfies(
                        access -> assertThat(access.getOrigin().isConstructor()).isTrue());
    }

    @Test
    void names_say_what_a_class_is() {
        noClasses().should().haveNameMatching(".*(Utils|Helper|Manager|Impl)").check(MAIN);
    }

    @Test
    void public_classes_are_closed_for_extension() {
        classes()
                .that()
                .arePublic()
                .and()
                .areNotInterfaces()
                .should(notBeExtensible())
                .check(MAIN);
    }

    @Test
    void every_exception_to_closed_classes_exists_and_is_needed() {
        for (String name : NOT_FINAL.keySet()) {
            assertThat(extensible(MAIN.get(name))).as(name).isTrue();
        }
    }

    @Test
    void every_package_is_null_marked() {
        Set<String> unmarked = new TreeSet<>();
        for (JavaClass each : MAIN) {
            if (!each.getPackage().isAnnotatedWith(NullMarked.class)) {
                unmarked.add(each.getPackageName());
            }
        }

        assertThat(unmarked).as("packages without a @NullMarked package-info").isEmpty();
    }

    @Test
    void there_is_no_mutable_static_field() {
        fields().that().areStatic().should().beFinal().check(MAIN);
    }

    private static ArchCondition<JavaClass> importFromLowerFloorsOnly() {
        return new ArchCondition<>("import from lower floors only") {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                Integer floor = FLOORS.get(item.getPackageName());
                if (floor == null) {
                    events.add(SimpleConditionEvent.violated(
                            item, item.getPackageName() + " is not in the table of floors"));
                    return;
                }
                for (Dependency dependency : item.getDirectDependenciesFromSelf()) {
                    String target =
                            dependency.getTargetClass().getBaseComponentType().getPackageName();
                    Integer below = FLOORS.get(target);
                    if (below != null && !target.equals(item.getPackageName()) && below >= floor) {
                        events.add(SimpleConditionEvent.violated(
                                item,
                                "floor " + floor + " imports floor " + below + ": " + dependency.getDescription()));
                    }
                }
            }
        };
    }

    private static SliceAssignment packages() {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
                String name = javaClass.getPackageName();
                return FLOORS.containsKey(name) ? SliceIdentifier.of(name) : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "packages";
            }
        };
    }

    private static DescribedPredicate<JavaMethodCall> sleeps() {
        return DescribedPredicate.describe("sleeps", call -> {
            boolean owner = call.getTargetOwner().isAssignableTo(Thread.class)
                    || call.getTargetOwner().isEquivalentTo(TimeUnit.class);
            return owner && call.getName().equals("sleep");
        });
    }

    private static DescribedPredicate<JavaAccess<?>> readsTheWallClock() {
        return DescribedPredicate.describe("reads the wall clock", access -> {
            String owner = access.getTargetOwner().getName();
            String name = access.getName();
            return (owner.startsWith("java.time.") && name.matches("now|system.*|tick.*"))
                    || name.equals("currentTimeMillis")
                    || owner.equals("java.util.Date");
        });
    }

    private static ArchCondition<JavaClass> notBeExtensible() {
        return new ArchCondition<>("be final, a record, an enum or sealed, or stand in the list of exceptions") {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                if (extensible(item) && !NOT_FINAL.containsKey(item.getName())) {
                    events.add(SimpleConditionEvent.violated(item, item.getName() + " can be extended"));
                }
            }
        };
    }

    private static boolean extensible(JavaClass item) {
        return !item.getModifiers().contains(JavaModifier.FINAL)
                && !item.isEnum()
                && !item.reflect().isSealed();
    }
}
