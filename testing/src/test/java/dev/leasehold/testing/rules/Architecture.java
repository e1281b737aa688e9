package dev.leasehold.testing.rules;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/** The rules of who may use whom, for all code below one root package. */
record Architecture(String root) {

  private static final List<String> DOORS =
      List.of(
          "node.port",
          "node.http",
          "node.grpc",
          "node.operation",
          "node.waiting",
          "node.deliver.channel");

  /** Packages of the values that commands, events and replies of the kernel are made of. */
  private static final List<String> KERNEL_VALUES =
      List.of(
          "kernel.access",
          "kernel.budget",
          "kernel.command",
          "kernel.config",
          "kernel.event",
          "kernel.notice",
          "kernel.policy",
          "kernel.refusal",
          "kernel.view");

  Map<String, ArchRule> rules() {
    Map<String, ArchRule> rules = new LinkedHashMap<>();
    rules.put("the kernel knows nobody", kernelKnowsNobody());
    rules.put("the registrar knows the kernel alone", registrarKnowsTheKernel());
    rules.put("scopes know nothing of leases", scopesKnowNothingOfLeases());
    rules.put("the kernel's values know nothing that decides", valuesKnowNothingThatDecides());
    rules.put("the kernel's values are in one order", valuesAreInOrder());
    rules.put("only the kernel sees its slices", onlyTheKernelSeesItsSlices());
    rules.put("the kernel's state knows no slice", stateKnowsNoSlice());
    rules.put("a request meets the node's packages in one order", nodeIsInOrder());
    rules.put("the node does not know its command line", nodeDoesNotKnowTheCommandLine());
    rules.put(
        "the wire stays at entrances and exits", only(DOORS, "api.v1", "..armeria..", "io.grpc.."));
    rules.put("measuring stays in metrics", only(List.of("node.metrics"), "io.micrometer.."));
    rules.put(
        "SQL stays in persist, tables and deliver",
        only(List.of("node.persist", "node.tables", "node.deliver"), "java.sql..", "org.sqlite.."));
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

  private ArchRule registrarKnowsTheKernel() {
    return classes()
        .that()
        .resideInAPackage(below("registrar"))
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(below("registrar"), below("kernel"), "java..", "org.jspecify..");
  }

  private ArchRule scopesKnowNothingOfLeases() {
    return classes()
        .that()
        .resideInAPackage(below("kernel.scope"))
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(below("kernel.scope"), "java..", "org.jspecify..");
  }

  private ArchRule valuesKnowNothingThatDecides() {
    return classes()
        .that()
        .resideInAnyPackage(valuesAnd())
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(valuesAnd(below("kernel.scope"), "java..", "org.jspecify.."));
  }

  private ArchRule valuesAreInOrder() {
    return slices()
        .matching(root + ".kernel.(*)..")
        .that(
            DescribedPredicate.describe(
                "are values", slice -> KERNEL_VALUES.contains("kernel." + slice.getNamePart(1))))
        .should()
        .beFreeOfCycles();
  }

  /** Others see the front door, the values, the codec and the scopes. */
  private ArchRule onlyTheKernelSeesItsSlices() {
    return noClasses()
        .that()
        .resideInAPackage(root + "..")
        .and()
        .resideOutsideOfPackage(below("kernel"))
        .should()
        .dependOnClassesThat(
            resideInAPackage(below("kernel"))
                .and(
                    resideOutsideOfPackages(
                        valuesAnd(
                            root + ".kernel", below("kernel.codec"), below("kernel.scope")))));
  }

  private ArchRule stateKnowsNoSlice() {
    return noClasses()
        .that()
        .resideInAPackage(below("kernel.state"))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            below("kernel.request"),
            below("kernel.lease"),
            below("kernel.queue"),
            below("kernel.money"),
            below("kernel.admin"),
            below("kernel.query"),
            below("kernel.codec"));
  }

  private ArchRule nodeIsInOrder() {
    return layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("wiring")
        .definedBy(root + ".node")
        .layer("port")
        .definedBy(below("node.port"))
        .layer("grpc")
        .definedBy(below("node.grpc"))
        .layer("http")
        .definedBy(below("node.http"))
        .layer("operation")
        .definedBy(below("node.operation"))
        .layer("waiting")
        .definedBy(below("node.waiting"))
        .layer("authorise")
        .definedBy(below("node.authorise"))
        .layer("keys")
        .definedBy(below("node.keys"))
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
        .layer("metrics")
        .definedBy(below("node.metrics"))
        .layer("alerts")
        .definedBy(below("node.alerts"))
        .layer("deliver")
        .definedBy(below("node.deliver"))
        .layer("recurring")
        .definedBy(below("node.recurring"))
        .layer("time")
        .definedBy(below("node.time"))
        .whereLayer("wiring")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("port")
        .mayOnlyBeAccessedByLayers("wiring")
        .whereLayer("grpc")
        .mayOnlyBeAccessedByLayers("port")
        .whereLayer("http")
        .mayOnlyBeAccessedByLayers("wiring", "port", "grpc")
        .whereLayer("operation")
        .mayOnlyBeAccessedByLayers("wiring", "port", "grpc", "http")
        .whereLayer("waiting")
        .mayOnlyBeAccessedByLayers("wiring", "port", "grpc", "http", "operation")
        .whereLayer("authorise")
        .mayOnlyBeAccessedByLayers("wiring", "grpc", "http", "operation")
        .whereLayer("keys")
        .mayOnlyBeAccessedByLayers("wiring", "operation", "deliver")
        .whereLayer("sequence")
        .mayOnlyBeAccessedByLayers(
            "wiring",
            "port",
            "grpc",
            "operation",
            "waiting",
            "recurring",
            "authorise",
            "keys",
            "tables",
            "publish",
            "deliver",
            "metrics",
            "alerts")
        .whereLayer("deliver")
        .mayOnlyBeAccessedByLayers("wiring", "operation")
        .whereLayer("recurring")
        .mayOnlyBeAccessedByLayers("wiring", "operation")
        .whereLayer("prove")
        .mayOnlyBeAccessedByLayers("wiring", "operation", "authorise", "sequence")
        .whereLayer("persist")
        .mayOnlyBeAccessedByLayers(
            "wiring",
            "authorise",
            "keys",
            "sequence",
            "prove",
            "tables",
            "publish",
            "deliver",
            "alerts")
        .whereLayer("publish")
        .mayOnlyBeAccessedByLayers(
            "wiring", "port", "grpc", "http", "operation", "deliver", "metrics", "alerts")
        .whereLayer("metrics")
        .mayOnlyBeAccessedByLayers(
            "wiring", "port", "grpc", "http", "operation", "publish", "alerts")
        .whereLayer("alerts")
        .mayOnlyBeAccessedByLayers(
            "wiring", "port", "grpc", "http", "operation", "publish", "deliver")
        .whereLayer("tables")
        .mayOnlyBeAccessedByLayers("wiring", "operation")
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
                    resideOutsideOfPackages(
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
            // Patterns mean the same everywhere, so that kernel.scope is open to it.
            valuesAnd(
                root + ".kernel",
                below("kernel.codec"),
                below("node.port"),
                below("node.http"),
                below("node.grpc"),
                below("node.operation"),
                below("node.waiting"),
                below("node.authorise"),
                below("node.sequence"),
                below("node.persist"),
                below("node.tables")));
  }

  private ArchRule clientKnowsTheWire() {
    return noClasses()
        .that()
        .resideInAnyPackage(below("client"), below("adapters"), below("gateway"))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(below("kernel"), below("node"), below("embedded"), below("cli"));
  }

  private ArchRule productsDoNotNeedTests() {
    return noClasses()
        .that()
        .resideInAnyPackage(
            below("kernel"),
            below("registrar"),
            below("node"),
            below("client"),
            below("embedded"),
            below("adapters"),
            below("gateway"),
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

  /** The packages of the kernel's values, and others. */
  private String[] valuesAnd(String... others) {
    return Stream.concat(KERNEL_VALUES.stream().map(this::below), Stream.of(others))
        .toArray(String[]::new);
  }

  private String below(String part) {
    return root + "." + part + "..";
  }
}
