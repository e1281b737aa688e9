package dev.leasehold.testing.mutants;

import dev.leasehold.testing.simulation.SimulationSoak;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Plants one bug after the other in a copy of the kernel, lets the simulation run on it in a
 * process of its own, and prints how many were caught: {@code Mutants --steps 100000}, from the
 * root of a checkout whose classes are built. Ends with 1 if one survives.
 */
public final class Mutants {

  /** A run that takes longer is stuck: the bug makes the kernel go round in circles. */
  private static final int SECONDS_UNTIL_STUCK = 180;

  /** The invariant that failed, or the exception that the kernel threw. */
  private static final Pattern COMPLAINT =
      Pattern.compile("(?:AuditFailure: |\\.)(\\w+(?:Exception|Error)|[A-Z_]{6,})\\b");

  private final Workshop workshop;
  private final Path testingClasses;
  private final String steps;

  private Mutants(Path checkout, String steps) {
    this.workshop = new Workshop(checkout);
    this.testingClasses = checkout.resolve("testing/target/classes");
    this.steps = steps;
  }

  public static void main(String[] arguments) throws Exception {
    String steps = option(arguments, "--steps", "200000");
    String only = option(arguments, "--only", "");
    Mutants mutants = new Mutants(Path.of("").toAbsolutePath(), steps);
    List<Mutant> planted =
        PlantedBugs.ALL.stream().filter(mutant -> mutant.rule().contains(only)).toList();
    int caught = 0;
    for (Mutant mutant : planted) {
      String verdict = mutants.tryOut(mutant);
      caught += verdict.equals(SURVIVED) ? 0 : 1;
      System.out.printf("%-70s %s%n", mutant.rule(), verdict);
    }
    System.out.printf("caught %d of %d planted%n", caught, planted.size());
    System.exit(caught == planted.size() ? 0 : 1);
  }

  private static final String SURVIVED = "SURVIVED";

  private static String option(String[] arguments, String name, String usual) {
    for (int i = 0; i + 1 < arguments.length; i++) {
      if (arguments[i].equals(name)) {
        return arguments[i + 1];
      }
    }
    return usual;
  }

  private String tryOut(Mutant mutant) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("leasehold-mutant");
    try {
      workshop.build(mutant, folder);
      return simulate(folder);
    } finally {
      delete(folder);
    }
  }

  private String simulate(Path mutatedClasses) throws IOException, InterruptedException {
    Path log = mutatedClasses.resolve("log");
    String classPath =
        String.join(
            java.io.File.pathSeparator,
            mutatedClasses.toString(),
            testingClasses.toString(),
            workshop.kernelClasses().toString());
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx1g",
                "-cp",
                classPath,
                SimulationSoak.class.getName(),
                "--seed",
                "1",
                "--steps",
                steps)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (!process.waitFor(SECONDS_UNTIL_STUCK, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      return "caught: goes round in circles";
    }
    return process.exitValue() == 0 ? SURVIVED : "caught: " + complaint(log);
  }

  private static String complaint(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log, StandardCharsets.UTF_8)) {
      return lines
          .filter(line -> !line.startsWith("\tat ") && COMPLAINT.matcher(line).find())
          .reduce((earlier, later) -> later)
          .map(line -> COMPLAINT.matcher(line).results().findFirst().orElseThrow().group(1))
          .orElse("ended early");
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
