package dev.leasehold.cli.process;

/**
 * The status of a child as {@code waitpid} reports it. The bits are the same on Linux and macOS.
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

  /** Returns the exit code that a shell reports: 128 and the signal if the child died of one. */
  int exitCode() {
    return endSignal() == 0 ? bits >> 8 & 0xff : CommandEnd.SIGNAL_CODES + endSignal();
  }
}
