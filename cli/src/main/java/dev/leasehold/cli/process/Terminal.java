package dev.leasehold.cli.process;

import com.sun.jna.LastErrorException;

/**
 * The terminal that this process was started from, if any. One process group at a time is in the
 * foreground: it may read, and gets the signals that are typed.
 */
record Terminal(Posix posix, int descriptor) implements AutoCloseable {

  private static final int NONE = -1;

  static Terminal open(Posix posix) {
    int descriptor = NONE;
    try {
      descriptor = posix.libC().open("/dev/tty", LibC.O_RDWR);
      OpenFiles.closeInPrograms(posix.libC(), descriptor);
    } catch (LastErrorException e) {
      // Started without one, as by cron.
    }
    return new Terminal(posix, descriptor);
  }

  /** Whether keyboard and screen are this process's alone, not shared with others in a pipe. */
  private boolean isUndivided() {
    return posix.libC().isatty(0) == 1 && posix.libC().isatty(1) == 1;
  }

  boolean isOurs() {
    return isForeground(posix.libC().getpgrp());
  }

  boolean isForeground(int group) {
    if (descriptor == NONE) {
      return false;
    }
    try {
      return posix.libC().tcgetpgrp(descriptor) == group;
    } catch (LastErrorException e) {
      return false;
    }
  }

  /** Whether a command may have it at once: it is this process's, and nobody else can want it. */
  boolean isFreeToGive() {
    return isUndivided() && isOurs();
  }

  void giveTo(int group) {
    // The system stops a background process that does this, unless the thread blocks TTOU.
    posix.without(
        "TTOU",
        () -> {
          try {
            posix.libC().tcsetpgrp(descriptor, group);
          } catch (LastErrorException e) {
            // The terminal or the group is gone; there is nothing to give or to take.
          }
        });
  }

  /** Takes it back, whoever has it. */
  void takeBack() {
    giveTo(posix.libC().getpgrp());
  }

  /** Takes it back from a group, if that still has it. */
  void takeBackFrom(int group) {
    if (isForeground(group)) {
      takeBack();
    }
  }

  @Override
  public void close() {
    if (descriptor != NONE) {
      try {
        posix.libC().close(descriptor);
      } catch (LastErrorException e) {
        // Nothing was written to it.
      }
    }
  }
}
