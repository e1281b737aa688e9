package dev.leasehold.bench.compare.server;

import dev.leasehold.bench.compare.client.Target;

/**
 * A server that runs.
 *
 * @param settings its version and the settings that matter, for the report
 * @param root its first process
 */
public record PeerServer(ServerKind kind, String settings, Target target, ProcessHandle root)
    implements AutoCloseable {

  public long processorNanos() {
    return ProcessTree.processorNanos(root.pid());
  }

  public long residentBytes() {
    return ProcessTree.residentBytes(root.pid());
  }

  @Override
  public void close() {
    Children.end(root);
  }
}
