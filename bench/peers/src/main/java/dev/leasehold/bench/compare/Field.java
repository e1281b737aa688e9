package dev.leasehold.bench.compare;

import dev.leasehold.bench.compare.client.ClientKind;
import dev.leasehold.bench.compare.drive.Contestant;
import dev.leasehold.bench.compare.drive.DriverProcess;
import dev.leasehold.bench.compare.drive.Order;
import dev.leasehold.bench.compare.drive.Outcome;
import dev.leasehold.bench.compare.drive.RedisBenchmark;
import dev.leasehold.bench.compare.server.Children;
import dev.leasehold.bench.compare.server.MissingException;
import dev.leasehold.bench.compare.server.PeerServer;
import dev.leasehold.bench.compare.server.Programs;
import dev.leasehold.bench.compare.server.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The servers and clients that a comparison measures. A client that fails is out from then on, and
 * a note says why.
 */
final class Field implements AutoCloseable {

  private final CompareOptions options;
  private final Path directory;
  private final Map<ServerKind, PeerServer> servers = new EnumMap<>(ServerKind.class);
  private final Map<ClientKind, Contestant> contestants = new EnumMap<>(ClientKind.class);
  private final Set<String> settings = new LinkedHashSet<>();
  private final List<String> notes = new ArrayList<>();
  private int started;
  private boolean hasFailed;

  Field(CompareOptions options, Path directory) {
    this.options = options;
    this.directory = directory;
  }

  /** Starts all that are wanted; what is missing here is left out. */
  void start() throws IOException, InterruptedException {
    for (ServerKind kind : options.peers()) {
      try {
        servers.put(kind, startServer(kind));
      } catch (MissingException e) {
        notes.add(kind.label() + ": " + e.getMessage());
      }
    }
    for (ClientKind kind : ClientKind.values()) {
      if (options.wants(kind) && servers.containsKey(server(kind))) {
        startClient(kind);
      }
    }
  }

  private PeerServer startServer(ServerKind kind)
      throws IOException, InterruptedException, MissingException {
    Path own = Files.createDirectories(directory.resolve(kind.label() + "-" + ++started));
    PeerServer server = kind.start(own);
    settings.add(server.settings());
    return server;
  }

  private void startClient(ClientKind kind) throws IOException, InterruptedException {
    try {
      contestants.put(
          kind,
          kind == ClientKind.REDIS_BENCHMARK
              ? RedisBenchmark.find()
              : DriverProcess.start(kind, log(kind)));
      open(kind);
    } catch (MissingException e) {
      notes.add(kind.label() + ": " + e.getMessage());
    }
  }

  private Path log(ClientKind kind) {
    return directory.resolve("client-" + kind.label() + ".log");
  }

  private void open(ClientKind kind) throws InterruptedException {
    Outcome opened = contestant(kind).run(Order.open(server(server(kind)).target()));
    if (opened.failure() != null) {
      fail(kind, "could not connect: " + opened.failure());
    }
  }

  static ServerKind server(ClientKind kind) {
    return ServerKind.valueOf(kind.system().toUpperCase(java.util.Locale.ROOT));
  }

  PeerServer server(ServerKind kind) {
    return Objects.requireNonNull(servers.get(kind), kind.label());
  }

  Contestant contestant(ClientKind kind) {
    return Objects.requireNonNull(contestants.get(kind), kind.label());
  }

  /** Those who are still there. */
  List<ClientKind> clients() {
    return List.copyOf(contestants.keySet());
  }

  /** Those who are still there, in turns: every round another begins. */
  List<ClientKind> clients(int round) {
    List<ClientKind> turn = new ArrayList<>(contestants.keySet());
    java.util.Collections.rotate(turn, -round);
    return turn;
  }

  /**
   * A new server in the place of the one that runs, with its clients connected to it. Returns those
   * who are still there.
   */
  List<ClientKind> restart(ServerKind kind) throws IOException, InterruptedException {
    List<ClientKind> own = clients().stream().filter(client -> server(client) == kind).toList();
    for (ClientKind client : own) {
      contestant(client).run(Order.close());
    }
    server(kind).close();
    try {
      servers.put(kind, startServer(kind));
    } catch (MissingException e) {
      throw new IOException(e);
    }
    for (ClientKind client : own) {
      open(client);
    }
    return clients();
  }

  /** Takes a client out. */
  void fail(ClientKind kind, String why) {
    hasFailed = true;
    notes.add(kind.system() + " through " + kind.label() + " failed: " + why);
    Contestant contestant = contestants.remove(kind);
    if (contestant != null) {
      contestant.close();
    }
    String logged = Files.exists(log(kind)) ? Programs.tail(log(kind)) : "";
    if (!logged.isBlank() && !Children.areEnding()) {
      System.err.println(kind.label() + " logged:\n" + logged);
    }
  }

  void note(String note) {
    notes.add(note);
  }

  boolean hasFailed() {
    return hasFailed;
  }

  List<String> settings() {
    return List.copyOf(settings);
  }

  List<String> notes() {
    return List.copyOf(notes);
  }

  @Override
  public void close() {
    contestants.values().forEach(Contestant::close);
    servers.values().forEach(PeerServer::close);
    contestants.clear();
    servers.clear();
  }
}
