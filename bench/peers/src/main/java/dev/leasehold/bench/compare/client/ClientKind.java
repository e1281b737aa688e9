package dev.leasehold.bench.compare.client;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The clients that are compared, by the name that options and reports have for them. */
public enum ClientKind {
  JAVA("leasehold", "java", true, true),
  JAVA_WORK("leasehold", "java-work", false, false),
  LETTUCE("redis", "lettuce", false, true),
  REDISSON("redis", "redisson", true, false),
  REDIS_BENCHMARK("redis", "redis-benchmark", false, false),
  ZOOKEEPER_ASYNC("zookeeper", "async", false, true),
  CURATOR("zookeeper", "curator", true, false),
  HIKARI("postgres", "hikari", true, true),
  JETCD("etcd", "jetcd", true, true);

  private final String system;
  private final String label;
  private final boolean waits;
  private final boolean first;

  /**
   * @param waits whether it has a queue for those who want the same resource
   * @param first whether it stands for its system where one client is enough
   */
  ClientKind(String system, String label, boolean waits, boolean first) {
    this.system = system;
    this.label = label;
    this.waits = waits;
    this.first = first;
  }

  public String system() {
    return system;
  }

  public String label() {
    return label;
  }

  public boolean waits() {
    return waits;
  }

  public boolean isFirstOfSystem() {
    return first;
  }

  /** Whether a lock has a deadline of its own that can be moved; elsewhere a session has it. */
  public boolean renews() {
    return this == JAVA || this == LETTUCE || this == HIKARI;
  }

  public static Optional<ClientKind> named(String label) {
    String wanted = label.toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(kind -> kind.label.equals(wanted)).findFirst();
  }

  /** Connects; the program of redis-benchmark connects by itself. */
  public LockClient<?> open(Target target) throws Exception {
    return switch (this) {
      case JAVA -> new LeaseholdLocks(target, "file");
      case JAVA_WORK -> new LeaseholdLocks(target, "work");
      case LETTUCE -> new LettuceLocks(target);
      case REDISSON -> new RedissonLocks(target);
      case ZOOKEEPER_ASYNC -> new ZooKeeperLocks(target);
      case CURATOR -> new CuratorLocks(target);
      case HIKARI -> new PostgresLocks(target);
      case JETCD -> new EtcdLocks(target);
      case REDIS_BENCHMARK -> throw new IllegalStateException("it is a program");
    };
  }
}
