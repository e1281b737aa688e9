package dev.leasehold.node.serve;

import dev.leasehold.node.authorise.Credentials;
import dev.leasehold.node.publish.Publishing;
import dev.leasehold.node.sequence.Sequencer;
import dev.leasehold.node.serve.waiting.WaitingRoom;
import dev.leasehold.node.tables.Archive;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How requests reach a node: over a port, or from within the process. */
public interface Wire extends AutoCloseable {

  /**
   * Takes requests from when this returns.
   *
   * @param name for callers in this process, if there is no address
   * @param address where to listen; null for callers in this process alone
   * @throws IOException if the address cannot be listened on
   * @see Port#open
   */
  static Wire open(
      String name,
      @Nullable InetSocketAddress address,
      @Nullable TlsFiles tls,
      Credentials credentials,
      Sequencer sequencer,
      WaitingRoom waitingRoom,
      Office office,
      Archive archive,
      Publishing publishing,
      boolean openMetrics,
      Supplier<Optional<String>> obstacle)
      throws IOException {
    return address == null
        ? WithinProcess.open(name, credentials, sequencer, waitingRoom, office, archive, publishing)
        : Port.open(
            address,
            tls,
            credentials,
            sequencer,
            waitingRoom,
            office,
            archive,
            publishing,
            openMetrics,
            obstacle);
  }

  /** Whether the threads that take requests are there. */
  boolean isServing();

  /** Takes no more requests, lets those under way finish, and ends all connections. */
  @Override
  void close();
}
