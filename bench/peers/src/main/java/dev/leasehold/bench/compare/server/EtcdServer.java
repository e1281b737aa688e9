package dev.leasehold.bench.compare.server;

import dev.leasehold.bench.compare.client.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** One etcd with its defaults, which sync its log before it replies. */
final class EtcdServer {

  private EtcdServer() {}

  static PeerServer start(Path directory)
      throws IOException, InterruptedException, MissingException {
    Path program =
        Programs.find("etcd")
            .orElseThrow(
                () -> new MissingException("there is no etcd: on Debian, install etcd-server"));
    int port = Programs.freePort();
    String client = "http://" + Programs.LOOPBACK + ":" + port;
    String peer = "http://" + Programs.LOOPBACK + ":" + Programs.freePort();
    Process process =
        Programs.start(
            List.of(
                program.toString(),
                "--name=one",
                "--data-dir=" + directory.resolve("data"),
                "--listen-client-urls=" + client,
                "--advertise-client-urls=" + client,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=one=" + peer,
                // More than a long run writes; the default of 2 GB would end it.
                "--quota-backend-bytes=8589934592"),
            directory,
            port);
    return new PeerServer(
        ServerKind.ETCD,
        Programs.firstLine(program.toString(), "--version").replace(" Version:", "")
            + ", one member, defaults but for a quota of 8 GB",
        new Target(client, ""),
        process.toHandle());
  }
}
