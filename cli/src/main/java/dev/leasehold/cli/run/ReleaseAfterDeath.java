package dev.leasehold.cli.run;

import dev.leasehold.cli.process.AfterDeath;
import dev.leasehold.cli.remote.Endpoint;
import dev.leasehold.cli.remote.Exit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Ends a lease by another process, for when {@code run} was killed before it could. */
final class ReleaseAfterDeath {

  private static final String MAIN = "dev.leasehold.cli.Main";

  /**
   * The command ends before a better compiler pays off. No collector is named, because the options
   * of the launcher may name one and the JVM takes only one choice.
   */
  private static final String QUICK = "-XX:TieredStopAtLevel=1";

  /** Enough for a server to be started again; a person who repairs one can release the lease. */
  private static final Duration LONGEST_PATIENCE = Duration.ofMinutes(10);

  private ReleaseAfterDeath() {}

  /** Prepares {@code leasehold release} of a lease. */
  static AfterDeath of(
      String leaseId, @Nullable Duration lasts, Endpoint endpoint, String javaOptions) {
    return of(List.of("release", "--reason", "aborted"), leaseId, lasts, endpoint, javaOptions);
  }

  /**
   * Prepares a command about a lease in a JVM like this one. If no server answers it is tried
   * again, not longer than the lease lasts.
   *
   * @param command the words of the command but for the lease
   * @param lasts how long the lease is held without a word
   * @param javaOptions those for the JVM that the launcher adds, between blanks
   */
  static AfterDeath of(
      List<String> command,
      String leaseId,
      @Nullable Duration lasts,
      Endpoint endpoint,
      String javaOptions) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.add(QUICK);
    if (!javaOptions.isBlank()) {
      words.addAll(List.of(javaOptions.strip().split("\\s+")));
    }
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
    words.addAll(command);
    words.addAll(option("--tls-ca", endpoint.tls().authority()));
    words.addAll(option("--tls-cert", endpoint.tls().certificate()));
    words.addAll(option("--tls-key", endpoint.tls().key()));
    words.addAll(List.of("--", leaseId)); // which may begin like an option
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("LEASEHOLD_SERVER", endpoint.url());
    if (!endpoint.token().isEmpty()) {
      variables.put("LEASEHOLD_TOKEN", endpoint.token());
    }
    Duration patience =
        lasts == null || lasts.compareTo(LONGEST_PATIENCE) > 0 ? LONGEST_PATIENCE : lasts;
    return new AfterDeath(words, variables, Exit.UNAVAILABLE.code(), patience);
  }

  private static List<String> option(String name, @Nullable Path file) {
    return file == null ? List.of() : List.of(name, file.toAbsolutePath().toString());
  }
}
