package dev.leasehold.testing.rules;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;

/** Who may know whom, for all code below one root package. */
record Architecture(String root) {

  Map<String, ArchRule> rules() {
    Map<String, ArchRule> rules = new LinkedHashMap<>();
    rules.put("the kernel knows nobody", kernelKnowsNobody());
    rules.put("scopes know nothing of leases", scopesKnowNothingOfLeases());
    rules.put("a request meets the node's packages in one order", nodeIsInOrder());
    rules.put("the node does not know its command line", nodeDoesNotKnowTheCommandLine());
    rules.put(
        "the wire stays in serve",
        only(List.of("node.serve"), "api.v1", "..armeria..", "io.grpc.."));
    rules.put("measuring stays in publish", only(List.of("node.publish"), "io.micrometer.."));
    rules.put(
        "SQL stays in persist and tables",
        only(List.of("node.persist", "node.tables"), "java.sql..", "org.sqlite.."));
    rules.put("the command line sees the node from outside", commandLineStaysOutside());
    rules.put("the client knows the wire and no more", clientKnowsTheWire());
    rules.put("products do not need their tests", productsDoNotNeedTests());
    rules.put("every package is null-marked", everyPackageIsNullMarked());
    return rules;
  }

  private ArchRule kernelKnowsNobody() {
    return classes()
        .that()
        .resideInAPackage(below("kernel"))
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(below("kernel"), "java..", "org.jspecify..");
  }

  private ArchRule scopesKnowNothingOfLeases() {
    return noClasses()
        .that()
        .resideInAPackage(below("kernel.scope"))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(root + ".kernel");
  }

  private ArchRule nodeIsInOrder() {
    return layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("wiring")
        .definedBy(root + ".node")
        .layer("serve")
        .definedBy(below("node.serve"))
        .layer("authorise")
        .definedBy(below("node.authorise"))
        .layer("sequence")
        .definedBy(below("node.sequence"))
        .layer("tables")
        .definedBy(below("node.tables"))
        .layer("prove")
        .definedBy(below("node.prove"))
        .layer("persist")
        .definedBy(below("node.persist"))
        .layer("publish")
        .definedBy(below("node.publish"))
        .layer("time")
        .definedBy(below("node.time"))
        .whereLayer("wiring")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("serve")
        .mayOnlyBeAccessedByLayers("wiring")
        .whereLayer("authorise")
        .mayOnlyBeAccessedByLayers("wiring", "serve")
        .whereLayer("sequence")
        .mayOnlyBeAccessedByLayers("wiring", "serve", "authorise", "tables", "publish")
        .whereLayer("prove")
        .mayOnlyBeAccessedByLayers("wiring", "serve", "authorise", "sequence")
        .whereLayer("persist")
        .mayOnlyBeAccessedByLayers("wiring", "authorise", "sequence", "prove", "tables", "publish")
        .whereLayer("publish")
        .mayOnlyBeAccessedByLayers("wiring", "serve")
        .whereLayer("tables")
        .mayOnlyBeAccessedByLayers("wiring", "serve")
        .whereLayer("time")
        .mayNotAccessAnyLayer();
  }

  private ArchRule nodeDoesNotKnowTheCommandLine() {
    return noClasses()
        .that()
        .resideInAPackage(below("node"))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(below("cli"), "picocli..");
  }

  private ArchRule only(List<String> homes, String... guests) {
    for (int i = 0; i < guests.length; i++) {
      guests[i] = guests[i].endsWith("..") ? guests[i] : below(guests[i]);
    }
    return noClasses()
        .that(
            resideInAPackage(below("node"))
                .and(
                    JavaClass.Predicates.resideOutsideOfPackages(
                        homes.stream().map(this::below).toArray(String[]::new))))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(guests);
  }

  private ArchRule commandLineStaysOutside() {
    return noClasses()
        .that()
        .resideInAPackage(below("cli"))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            below("kernel"),
            below("node.serve"),
            below("node.authorise"),
            below("node.sequence"),
            below("node.persist"),
            below("node.tables"));
  }

  private ArchRule clientKnowsTheWire() {
    return noClasses()
        .that()
        .resideInAnyPackage(below("client"), below("adapters"))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(below("kernel"), below("node"), below("embedded"), below("cli"));
  }

  private ArchRule productsDoNotNeedTests() {
    return noClasses()
        .that()
        .resideInAnyPackage(
            below("kernel"),
            below("node"),
            below("client"),
            below("embedded"),
            below("adapters"),
            below("cli"))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(below("testing"), below("bench"), "org.junit..", "org.assertj..");
  }

  private ArchRule everyPackageIsNullMarked() {
    return classes()
        .that()
        .resideOutsideOfPackages(below("api.v1"), "..jmh_generated..")
        .should(
            new ArchCondition<>("be in a package marked @NullMarked") {
              @Override
              public void check(JavaClass type, ConditionEvents events) {
                boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
                events.add(
                    new SimpleConditionEvent(
                        type, marked, type.getPackageName() + " is not @NullMarked"));
              }
            });
  }

  private String below(String part) {
    return root + "." + part + "..";
  }
}
