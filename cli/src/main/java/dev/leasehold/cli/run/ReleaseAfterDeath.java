package dev.leasehold.cli.run;

import dev.leasehold.cli.process.LastCall;
import dev.leasehold.cli.remote.Endpoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code leasehold release}, for when {@code run} was killed before it could. */
final class ReleaseAfterDeath {

  private static final String MAIN = "dev.leasehold.cli.Main";

  /** It is over before a compiler pays off. */
  private static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private ReleaseAfterDeath() {}

  /**
   * In a JVM like this one.
   *
   * @param javaOptions those for the JVM that the launcher adds, between blanks
   */
  static LastCall of(String leaseId, Endpoint endpoint, String javaOptions) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(QUICK);
    if (!javaOptions.isBlank()) {
      words.addAll(List.of(javaOptions.strip().split("\\s+")));
    }
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
    words.addAll(List.of("release", "--reason", "aborted"));
    words.addAll(option("--tls-ca", endpoint.tls().authority()));
    words.addAll(option("--tls-cert", endpoint.tls().certificate()));
    words.addAll(option("--tls-key", endpoint.tls().key()));
    words.addAll(List.of("--", leaseId)); // which may begin like an option
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("LEASEHOLD_SERVER", endpoint.url());
    if (!endpoint.token().isEmpty()) {
      variables.put("LEASEHOLD_TOKEN", endpoint.token());
    }
    return new LastCall(words, variables);
  }

  private static List<String> option(String name, @Nullable Path file) {
    return file == null ? List.of() : List.of(name, file.toAbsolutePath().toString());
  }
}
