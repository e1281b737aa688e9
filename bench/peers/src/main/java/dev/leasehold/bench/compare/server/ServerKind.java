package dev.leasehold.bench.compare.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The systems that are compared. */
public enum ServerKind {
  LEASEHOLD,
  REDIS,
  ZOOKEEPER,
  POSTGRES,
  ETCD;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Starts a server with empty data below the directory; it listens when this returns. */
  public PeerServer start(Path directory)
      throws IOException, InterruptedException, MissingException {
    Files.createDirectories(directory);
    return switch (this) {
      case LEASEHOLD -> LeaseholdServer.start(directory);
      case REDIS -> RedisServer.start(directory);
      case ZOOKEEPER -> ZooKeeperServer.start(directory);
      case POSTGRES -> PostgresServer.start(directory);
      case ETCD -> EtcdServer.start(directory);
    };
  }
}
