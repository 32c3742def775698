package dev.afloat.examples.docs;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** What holds for every module that is published; the core's own test holds its floors. */
class HouseRulesTest {
    private static final JavaClasses PUBLISHED = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.afloat", "dev.afloat.cascade", "dev.afloat.testkit")
            .that(DescribedPredicate.not(JavaClass.Predicates.resideInAPackage("dev.afloat.examples..")));

    @Test
    void packages_have_no_cycles() {
        slices().matching("dev.afloat.(**)").should().beFreeOfCycles().check(PUBLISHED);
    }

    @Test
    void each_library_is_seen_by_the_module_that_brings_it_only() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.afloat.cascade..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.github.benmanes.caffeine..")
                .check(PUBLISHED);
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.afloat.testkit..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.assertj..")
                .check(PUBLISHED);
    }

    @Test
    void no_client_of_a_store_is_seen_by_what_is_published() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.lettuce..", "io.netty..", "reactor..")
                .check(PUBLISHED);
    }

    @Test
    void nothing_sleeps_and_nothing_prints() {
        noClasses().should().callMethod(Thread.class, "sleep", long.class).check(PUBLISHED);
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(PUBLISHED);
    }

    @Test
    void every_package_says_what_is_null() {
        assertThat(PUBLISHED.stream()
                        .map(type -> type.getPackage())
                        .distinct()
                        .filter(present -> !present.isAnnotatedWith(NullMarked.class))
                        .map(present -> present.getName()))
                .isEmpty();
    }

    @Test
    void no_file_is_longer_than_300_lines() throws IOException {
        try (Stream<Path> files = Files.walk(Pages.root())) {
            List<String> long300 = files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .filter(file -> lines(file) > 300)
                    .map(Path::toString)
                    .toList();
            assertThat(long300).isEmpty();
        }
    }

    private static long lines(Path file) {
        return Pages.read(file.toString()).lines().count();
    }
}
