package dev.leasehold.node.sequence;

/**
 * Measures the kernel and the writing of blocks; called by the threads that decide and write, it
 * must be quick and must not fail.
 */
public interface WorkMeter {

  /** Measures nothing. */
  WorkMeter NONE =
      new WorkMeter() {
        @Override
        public void decided(int commands, long nanos) {}

        @Override
        public void wrote(int events, int bytes, long nanos) {}
      };

  /** The kernel has decided some commands, one after the other. */
  void decided(int commands, long nanos);

  /** A block has become durable. */
  void wrote(int events, int bytes, long nanos);
}
