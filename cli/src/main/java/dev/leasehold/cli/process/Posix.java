package dev.leasehold.cli.process;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import sun.misc.Signal;

/** Processes, groups and signals of the operating system, as this program needs them. */
record Posix(LibC libC) {

  /** More than any system takes for a set of signals. */
  private static final int SIGNAL_SET_BYTES = 256;

  private static final int SIG_BLOCK = Platform.isMac() ? 1 : 0;
  private static final int SIG_SETMASK = Platform.isMac() ? 3 : 2;

  /**
   * @throws IOException with a sentence, if processes cannot be handled on this system
   */
  static Posix load() throws IOException {
    if (!Platform.isLinux() && !Platform.isMac()) {
      throw new IOException("run needs Linux or macOS, for their process groups");
    }
    try {
      return new Posix(Native.load("c", LibC.class));
    } catch (LinkageError e) {
      throw new IOException(
          "run cannot load what it needs to start a process group: "
              + e.getMessage()
              + ". If programs must not be started from the temporary directory, name another one"
              + " with LEASEHOLD_JAVA_OPTS=-Djna.tmpdir=DIR",
          e);
    }
  }

  /** The number of a signal, by its name without SIG. */
  static int number(String signal) {
    return new Signal(signal).getNumber();
  }

  /** Sends a signal to all members of a group. Returns whether there was one left. */
  boolean signalGroup(int group, String signal) {
    return send(-group, number(signal));
  }

  boolean signal(int pid, String signal) {
    return send(pid, number(signal));
  }

  /** Sends a signal to this process and all others of its group, as a terminal does. */
  void signalOwnGroup(String signal) {
    send(0, number(signal));
  }

  /** Members that have ended count until their parent has asked for their status. */
  boolean groupExists(int group) {
    return send(-group, 0);
  }

  private boolean send(int target, int signal) {
    try {
      libC.kill(target, signal);
      return true;
    } catch (LastErrorException e) {
      // EPERM: there are members, all of them another user's by now.
      return e.getErrorCode() != LibC.ESRCH && e.getErrorCode() != LibC.EPERM;
    }
  }

  /** Orphans below this process become its children rather than init's. Linux only. */
  void adoptOrphans() {
    if (Platform.isLinux()) {
      try {
        libC.prctl(LibC.PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L);
      } catch (LastErrorException e) {
        // An old kernel: orphans are then found by their environment alone.
      }
    }
  }

  /**
   * Waits until some child of this process has ended or stopped.
   *
   * @return null if there is no child any more
   */
  @Nullable ChildStatus awaitChild() {
    IntByReference status = new IntByReference();
    while (true) {
      try {
        int pid = libC.waitpid(-1, status, LibC.WUNTRACED);
        return new ChildStatus(pid, status.getValue());
      } catch (LastErrorException e) {
        if (e.getErrorCode() != LibC.EINTR) {
          return null;
        }
      }
    }
  }

  Pointer signalSet(String... signals) {
    Memory set = new Memory(SIGNAL_SET_BYTES);
    libC.sigemptyset(set);
    for (String signal : signals) {
      libC.sigaddset(set, number(signal));
    }
    return set;
  }

  /** Runs something while this thread takes no such signal. */
  void without(String signal, Runnable action) {
    Memory before = new Memory(SIGNAL_SET_BYTES);
    libC.pthread_sigmask(SIG_BLOCK, signalSet(signal), before);
    try {
      action.run();
    } finally {
      libC.pthread_sigmask(SIG_SETMASK, before, Pointer.NULL);
    }
  }
}
