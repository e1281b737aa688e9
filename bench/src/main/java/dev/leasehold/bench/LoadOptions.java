package dev.leasehold.bench;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options of {@link Load}.
 *
 * @param requestIds whether each request has an id of its own, as those of the Java client have
 * @param server the URL of a server that runs; null to start one
 * @param token of that server; empty without one
 */
record LoadOptions(
    String surface,
    int inFlight,
    int connections,
    int seconds,
    int warmupSeconds,
    String policy,
    boolean requestIds,
    @Nullable String server,
    String token,
    List<String> serverOptions) {

  static final String HELP =
      """
      Puts load on a Leasehold server and checks every reply. One cycle is the acquire and the
      release of a resource that nobody else uses.

        --surface stream|grpc|json   stream: the two-way stream; grpc: one call a request;
                                     json: HTTP/1.1 (stream)
        --in-flight N                cycles under way at a time, over all connections (64)
        --connections C              (1; with json as many as cycles in flight)
        --seconds S                  how long to measure (10)
        --warmup S                   how long to run before (5)
        --policy file|work           (file)
        --request-ids yes|no         whether each request has an id, as the Java client gives them;
                                     not with json (no)
        --server URL --token TEXT    a server that runs; without them one is started on a free
                                     port of this machine, with an empty data directory that is
                                     removed in the end
        --server-option X            an option for the JVM of the server that is started; may be
                                     given again

      Prints cycles a second, the time from each request to its reply in microseconds, and how much
      of one processor the server took if it was started here. Ends with 1 if a reply was wrong.
      """;

  static LoadOptions parse(String[] arguments) {
    LoadOptions options =
        new LoadOptions("stream", 64, 0, 10, 5, "file", false, null, "", List.of());
    for (int i = 0; i < arguments.length; i += 2) {
      if (i + 1 == arguments.length) {
        throw new IllegalArgumentException(arguments[i] + " needs a value, or is no option");
      }
      options = options.with(arguments[i], arguments[i + 1]);
    }
    int connections = options.surface.equals("json") ? options.inFlight : 1;
    options = options.connections == 0 ? options.with("--connections", "" + connections) : options;
    if (options.connections > options.inFlight) {
      throw new IllegalArgumentException("there are more connections than cycles in flight");
    }
    return options;
  }

  private LoadOptions with(String name, String value) {
    String newSurface = name.equals("--surface") ? value : surface;
    if (!List.of("stream", "grpc", "json").contains(newSurface)) {
      throw new IllegalArgumentException("there is no surface " + newSurface);
    }
    if (!List.of(
            "--surface",
            "--in-flight",
            "--connections",
            "--seconds",
            "--warmup",
            "--policy",
            "--request-ids",
            "--server",
            "--token",
            "--server-option")
        .contains(name)) {
      throw new IllegalArgumentException("there is no option " + name);
    }
    return new LoadOptions(
        newSurface,
        name.equals("--in-flight") ? count(value) : inFlight,
        name.equals("--connections") ? count(value) : connections,
        name.equals("--seconds") ? count(value) : seconds,
        name.equals("--warmup") ? count(value) : warmupSeconds,
        name.equals("--policy") ? value : policy,
        name.equals("--request-ids") ? isYes(value) : requestIds,
        name.equals("--server") ? value : server,
        name.equals("--token") ? value : token,
        name.equals("--server-option") ? append(serverOptions, value) : serverOptions);
  }

  private static List<String> append(List<String> list, String value) {
    return java.util.stream.Stream.concat(list.stream(), java.util.stream.Stream.of(value))
        .toList();
  }

  private static boolean isYes(String text) {
    if (!List.of("yes", "no").contains(text)) {
      throw new IllegalArgumentException("it is yes or no, not " + text);
    }
    return text.equals("yes");
  }

  private static int count(String text) {
    int count = Integer.parseInt(text);
    if (count < 1 || count > 100_000) {
      throw new IllegalArgumentException("a figure is 1 to 100000, not " + text);
    }
    return count;
  }

  /** How many cycles a connection has under way. */
  int cyclesOf(int connection) {
    return inFlight / connections + (connection < inFlight % connections ? 1 : 0);
  }
}
