package dev.leasehold.bench.compare;

import dev.leasehold.bench.compare.client.ClientKind;
import dev.leasehold.bench.compare.report.Work;
import dev.leasehold.bench.compare.server.ServerKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The options of {@link Compare}.
 *
 * @param clients which of the systems' clients are measured
 * @param data where servers keep their data; null for the usual place of temporary files
 */
record CompareOptions(
    Set<ServerKind> peers,
    Set<ClientKind> clients,
    Set<Work> work,
    List<Integer> inFlight,
    double seconds,
    int rounds,
    double warmupSeconds,
    int contenders,
    double coldSeconds,
    List<Long> held,
    double holdSeconds,
    double sustainedMinutes,
    @Nullable Path data,
    @Nullable Path json,
    @Nullable Path markdown,
    @Nullable Path svg) {

  static final String HELP =
      """
      Measures Leasehold beside its peers on this machine, in interleaved rounds, so that noise hits
      all alike. Starts all servers on loopback with empty data, each durable before it replies,
      checks every reply, and ends what it started.

        --peers LIST           of redis,zookeeper,postgres,etcd, or none (all)
        --clients LIST         of java,java-work,lettuce,redisson,redis-benchmark,async,curator,
                               hikari,jetcd (all of the peers'; java is always there)
        --work LIST            of cycle,contention,cold,crowd,sustained (cycle,contention,cold)
        --full                 all work; takes some two hours
        --in-flight LIST       cycles under way at a time (1,16,64,256,1024)
        --seconds S            how long each measurement takes (3)
        --rounds R             how often each is repeated (5)
        --warmup S             how long each client runs before that (20)
        --contenders N         that want one resource in the work contention, at most 64 (64)
        --cold-seconds S       from the start of a server in the work cold (30)
        --held LIST            leases that are held in the work crowd (1000,1000000)
        --hold-seconds S       how long a system may take to get there (300)
        --sustained-minutes M  in the work sustained (10)
        --data DIR             for the servers' data, removed in the end (the temporary directory)
        --json FILE            write the figures as JSON
        --markdown FILE        write the tables; between the marks of a file that has them
        --svg FILE             write the chart

      Prints the tables to standard output and its progress to standard error. Ends with 0 if all
      went well, 1 if a client failed or a reply was wrong, 2 for wrong options.
      """;

  /** Work that takes too long to be done unless asked for. */
  private static final Set<Work> QUICK = EnumSet.of(Work.CYCLE, Work.CONTENTION, Work.COLD);

  private static final Set<String> PLACES = Set.of("--data", "--json", "--markdown", "--svg");

  private static final int MOST_CONTENDERS = 64;
  private static final int MOST_IN_FLIGHT = 4_096;
  private static final long MOST_HELD = 5_000_000;

  static CompareOptions defaults() {
    return new CompareOptions(
        EnumSet.allOf(ServerKind.class),
        EnumSet.allOf(ClientKind.class),
        EnumSet.copyOf(QUICK),
        List.of(1, 16, 64, 256, 1_024),
        3,
        5,
        20,
        MOST_CONTENDERS,
        30,
        List.of(1_000L, 1_000_000L),
        300,
        10,
        null,
        null,
        null,
        null);
  }

  static CompareOptions parse(String... arguments) {
    Parsing parsing = new Parsing();
    for (int i = 0; i < arguments.length; i++) {
      String name = arguments[i];
      if (name.equals("--full")) {
        parsing.work = EnumSet.allOf(Work.class);
      } else if (i + 1 == arguments.length) {
        throw new IllegalArgumentException(name + " needs a value, or is no option");
      } else {
        parsing.set(name, arguments[++i]);
      }
    }
    return parsing.done();
  }

  /** The command for those who want to measure the same; where figures go is their business. */
  static String command(String... arguments) {
    List<String> words = new ArrayList<>(List.of("bench/compare"));
    for (int i = 0; i < arguments.length; i++) {
      if (PLACES.contains(arguments[i])) {
        i++;
      } else {
        words.add(arguments[i]);
      }
    }
    return String.join(" ", words);
  }

  /** Whether this client is to be measured. */
  boolean wants(ClientKind kind) {
    return clients.contains(kind)
        && peers.stream().anyMatch(peer -> peer.label().equals(kind.system()));
  }

  /** The options that have been read so far. */
  private static final class Parsing {
    private final CompareOptions otherwise = defaults();
    private Set<ServerKind> peers = otherwise.peers;
    private Set<ClientKind> clients = otherwise.clients;
    private Set<Work> work = otherwise.work;
    private List<Integer> inFlight = otherwise.inFlight;
    private double seconds = otherwise.seconds;
    private int rounds = otherwise.rounds;
    private double warmup = otherwise.warmupSeconds;
    private int contenders = otherwise.contenders;
    private double coldSeconds = otherwise.coldSeconds;
    private List<Long> held = otherwise.held;
    private double holdSeconds = otherwise.holdSeconds;
    private double sustainedMinutes = otherwise.sustainedMinutes;
    private @Nullable Path data;
    private @Nullable Path json;
    private @Nullable Path markdown;
    private @Nullable Path svg;

    void set(String name, String value) {
      switch (name) {
        case "--peers" -> peers = peers(value);
        case "--clients" -> clients = clients(value);
        case "--work" -> work = work(value);
        case "--in-flight" ->
            inFlight = list(value).stream().map(x -> (int) whole(name, x, MOST_IN_FLIGHT)).toList();
        case "--seconds" -> seconds = number(name, value, 3_600);
        case "--rounds" -> rounds = (int) whole(name, value, 1_000);
        case "--warmup" -> warmup = value.equals("0") ? 0 : number(name, value, 3_600);
        case "--contenders" -> contenders = (int) whole(name, value, MOST_CONTENDERS);
        case "--cold-seconds" -> coldSeconds = number(name, value, 3_600);
        case "--held" -> held = list(value).stream().map(x -> whole(name, x, MOST_HELD)).toList();
        case "--hold-seconds" -> holdSeconds = number(name, value, 3_600);
        case "--sustained-minutes" -> sustainedMinutes = number(name, value, 600);
        case "--data" -> data = Path.of(value);
        case "--json" -> json = Path.of(value);
        case "--markdown" -> markdown = Path.of(value);
        case "--svg" -> svg = Path.of(value);
        default -> throw new IllegalArgumentException("there is no option " + name);
      }
    }

    CompareOptions done() {
      return new CompareOptions(
          peers,
          clients,
          work,
          inFlight,
          seconds,
          rounds,
          warmup,
          contenders,
          coldSeconds,
          held.stream().sorted().toList(),
          holdSeconds,
          sustainedMinutes,
          data,
          json,
          markdown,
          svg);
    }

    private static List<String> list(String value) {
      List<String> parts = new ArrayList<>();
      for (String part : value.split(",", -1)) {
        if (part.isBlank()) {
          throw new IllegalArgumentException("a list has commas between its parts, not " + value);
        }
        parts.add(part.strip().toLowerCase(Locale.ROOT));
      }
      return parts;
    }

    private static Set<ServerKind> peers(String value) {
      Set<ServerKind> peers = EnumSet.of(ServerKind.LEASEHOLD);
      for (String label : value.equals("none") ? List.<String>of() : list(value)) {
        peers.add(
            Arrays.stream(ServerKind.values())
                .filter(kind -> kind.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no peer " + label)));
      }
      return peers;
    }

    private static Set<ClientKind> clients(String value) {
      Set<ClientKind> clients = EnumSet.of(ClientKind.JAVA);
      for (String label : list(value)) {
        clients.add(
            ClientKind.named(label)
                .orElseThrow(() -> new IllegalArgumentException("there is no client " + label)));
      }
      return clients;
    }

    private static Set<Work> work(String value) {
      Set<Work> work = EnumSet.noneOf(Work.class);
      for (String label : list(value)) {
        work.add(
            Arrays.stream(Work.values())
                .filter(kind -> kind.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no work " + label)));
      }
      return work;
    }

    private static long whole(String name, String value, long most) {
      double number = number(name, value, most);
      if (number < 1 || number != Math.rint(number)) {
        throw new IllegalArgumentException(
            name + " takes a whole number from 1 to " + most + ", not " + value);
      }
      return (long) number;
    }

    private static double number(String name, String value, double most) {
      double number;
      try {
        number = Double.parseDouble(value);
      } catch (NumberFormatException e) {
        number = Double.NaN;
      }
      if (!(number > 0 && number <= most)) {
        throw new IllegalArgumentException(
            name + " takes a number above 0 and up to " + (long) most + ", not " + value);
      }
      return number;
    }
  }
}
