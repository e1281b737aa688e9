package dev.leasehold.cli.process;

/**
 * What has become of a child, as {@code waitpid} says it. The bits are the same on Linux and macOS.
 */
record ChildStatus(int pid, int bits) {

  private static final int STOPPED = 0x7f;

  boolean isStopped() {
    return (bits & 0xff) == STOPPED;
  }

  int stopSignal() {
    return bits >> 8 & 0xff;
  }

  /** The signal that it died of; 0 if it ended by itself. */
  int endSignal() {
    return bits & 0x7f;
  }

  /** As a shell would say it. */
  int exitCode() {
    return endSignal() == 0 ? bits >> 8 & 0xff : CommandEnd.SIGNAL_CODES + endSignal();
  }
}
