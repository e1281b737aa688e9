package dev.leasehold.bench.compare.server;

import dev.leasehold.bench.compare.client.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.zookeeper.Version;
import org.apache.zookeeper.server.ZooKeeperServerMain;

/** One ZooKeeper, which syncs its log before it replies, in a JVM of its own. */
final class ZooKeeperServer {

  private ZooKeeperServer() {}

  static PeerServer start(Path directory) throws IOException, InterruptedException {
    int port = Programs.freePort();
    Path configuration = directory.resolve("zoo.cfg");
    Files.writeString(
        configuration,
        """
        tickTime=2000
        dataDir=%s
        clientPortAddress=%s
        clientPort=%d
        maxClientCnxns=0
        forceSync=yes
        admin.enableServer=false
        """
            .formatted(directory.resolve("data"), Programs.LOOPBACK, port));
    Process process =
        Programs.start(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx3g",
                "-XX:+UseG1GC",
                // The default of 1000 would hold back a client with 1024 in flight.
                "-Dzookeeper.globalOutstandingLimit=100000",
                "-cp",
                System.getProperty("java.class.path"),
                ZooKeeperServerMain.class.getName(),
                configuration.toString()),
            directory,
            port);
    return new PeerServer(
        ServerKind.ZOOKEEPER,
        "ZooKeeper "
            + Version.getVersion()
            + ", one server, `forceSync=yes`, `globalOutstandingLimit=100000`, heap of 3 GB",
        new Target(Programs.LOOPBACK + ":" + port, ""),
        process.toHandle());
  }
}
