package dev.leasehold.node;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Reply;
import dev.leasehold.node.authorise.AdminToken;
import dev.leasehold.node.authorise.Credentials;
import dev.leasehold.node.serve.Port;
import dev.leasehold.node.time.TimeSource;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A node with its wire: everything that serves, put together in the order a request meets it. */
public final class Server implements AutoCloseable {

  public static final int DEFAULT_PORT = 7420;
  public static final String DEFAULT_HOST = "127.0.0.1";

  private static final int MAX_PORT = 65_535;

  /**
   * @param port 0 for any that is free
   * @param insecurePlaintext whether addresses that others can reach are listened on without TLS
   * @param onFailure told when the node has failed and answers no more; the process should end
   */
  public record Options(
      Path dataDirectory,
      String host,
      int port,
      boolean insecurePlaintext,
      TimeSource time,
      Consumer<Throwable> onFailure) {

    /** On loopback, any free port. */
    public static Options local(Path dataDirectory, TimeSource time) {
      return new Options(dataDirectory, DEFAULT_HOST, 0, false, time, failure -> {});
    }
  }

  private final Node node;
  private final Port port;
  private final String host;

  private Server(Node node, Port port, String host) {
    this.node = node;
    this.port = port;
    this.host = host;
  }

  /**
   * Recovers the data directory and takes requests from when this returns.
   *
   * @throws IOException with a sentence for the person who started it
   */
  public static Server start(Options options) throws IOException {
    InetSocketAddress address = address(options);
    refuseLostJournal(options.dataDirectory());
    CompletableFuture<Void> anticipated = Port.anticipate();
    AtomicBoolean failed = new AtomicBoolean();
    Node node =
        Node.open(
            options.dataDirectory(),
            options.time(),
            failure -> {
              failed.set(true);
              options.onFailure().accept(failure);
            });
    try {
      Credentials credentials = new Credentials(node.tokensAtStart(), node::tick);
      node.addDurableListener(credentials::follow);
      AdminToken.ensure(node.dataDirectory(), credentials, command -> issue(node, command));
      anticipated.join();
      Port port =
          Port.open(address, credentials, node.sequencer(), () -> obstacle(node, failed.get()));
      return new Server(node, port, options.host());
    } catch (IOException | RuntimeException e) {
      try {
        node.close();
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  /** To begin anew by accident would give fencing tokens out a second time. */
  private static void refuseLostJournal(Path directory) throws IOException {
    if (Files.exists(directory.resolve(AdminToken.FILE_NAME))
        && Files.notExists(directory.resolve("journal.db"))) {
      throw new IOException(
          "journal.db is missing from "
              + directory
              + ", which was in use before; put it back, or remove "
              + AdminToken.FILE_NAME
              + " too if you mean to begin anew");
    }
  }

  private static InetSocketAddress address(Options options) throws IOException {
    if (options.port() < 0 || options.port() > MAX_PORT) {
      throw new IOException("a port is a number from 0 to " + MAX_PORT);
    }
    InetSocketAddress address = new InetSocketAddress(options.host(), options.port());
    if (address.isUnresolved()) {
      throw new IOException("there is no host " + options.host() + " to listen on");
    }
    if (!address.getAddress().isLoopbackAddress() && !options.insecurePlaintext()) {
      throw new IOException(
          "others can reach "
              + options.host()
              + " and there is no TLS: tokens would travel in clear; listen on loopback, or say"
              + " --insecure-plaintext if the network is trusted");
    }
    return address;
  }

  private static void issue(Node node, Command.IssueToken command) {
    Reply reply = node.sequencer().submit(Caller.REGISTRAR, command).join().reply();
    if (reply instanceof Reply.Refused refused) {
      throw new IllegalStateException("no admin token: " + refused.refusal().detail());
    }
  }

  private static Optional<String> obstacle(Node node, boolean failed) {
    if (failed) {
      return Optional.of("the node has failed and is about to stop");
    }
    return Stream.of(AdminToken.FILE_NAME, "journal.db")
        .filter(name -> Files.notExists(node.dataDirectory().resolve(name)))
        .findFirst()
        .map(name -> name + " is missing from the data directory");
  }

  /** Where it listens, as the start of a URL. */
  public String url() {
    return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port.number();
  }

  public Path adminTokenFile() {
    return node.dataDirectory().resolve(AdminToken.FILE_NAME);
  }

  Node node() {
    return node;
  }

  /** Lets the requests under way finish, then stops the node. */
  @Override
  public void close() throws IOException {
    port.close();
    node.close();
  }
}
