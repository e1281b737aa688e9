package dev.leasehold.cli.process;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Starts programs, each in a process group of its own whose number is its process id. */
record Spawn(Posix posix) {

  /** More than any system takes for attributes and file actions: 336 and 80 bytes on Linux. */
  private static final int OPAQUE_BYTES = 1024;

  /** Starts a program with this process's standard files. Returns its process id. */
  int withStandardFiles(List<byte[]> arguments, List<byte[]> environment)
      throws NotStartedException {
    return start(arguments, environment, null);
  }

  /**
   * Starts a program whose group is in the foreground of the terminal before its first instruction,
   * so that whatever is typed reaches it.
   *
   * @return its process id, or null where the system cannot do that; then nothing was started
   */
  @Nullable Integer inForeground(
      Terminal terminal, List<byte[]> arguments, List<byte[]> environment) {
    LibC libC = posix.libC();
    Memory actions = new Memory(OPAQUE_BYTES);
    libC.posix_spawn_file_actions_init(actions);
    try {
      libC.posix_spawn_file_actions_addtcsetpgrp_np(actions, terminal.descriptor());
      return start(arguments, environment, actions);
    } catch (UnsatisfiedLinkError e) {
      return null; // Another C library, or an older one.
    } catch (NotStartedException e) {
      terminal.takeBack();
      return null; // The terminal may be gone; whether the program is, the next attempt tells.
    } finally {
      libC.posix_spawn_file_actions_destroy(actions);
    }
  }

  /** Starts a program that reads from a descriptor and whose output nobody reads. */
  int readingFrom(int descriptor, List<byte[]> arguments, List<byte[]> environment)
      throws NotStartedException {
    LibC libC = posix.libC();
    Memory actions = new Memory(OPAQUE_BYTES);
    libC.posix_spawn_file_actions_init(actions);
    try {
      libC.posix_spawn_file_actions_adddup2(actions, descriptor, 0);
      libC.posix_spawn_file_actions_addopen(actions, 1, "/dev/null", LibC.O_WRONLY, 0);
      libC.posix_spawn_file_actions_addopen(actions, 2, "/dev/null", LibC.O_WRONLY, 0);
      return start(arguments, environment, actions);
    } finally {
      libC.posix_spawn_file_actions_destroy(actions);
    }
  }

  private int start(List<byte[]> arguments, List<byte[]> environment, @Nullable Memory actions)
      throws NotStartedException {
    LibC libC = posix.libC();
    Memory attributes = new Memory(OPAQUE_BYTES);
    libC.posix_spawnattr_init(attributes);
    try {
      // Threads of a JVM take fewer signals than a program expects to. Ignored ones stay so.
      libC.posix_spawnattr_setflags(
          attributes, (short) (LibC.POSIX_SPAWN_SETPGROUP | LibC.POSIX_SPAWN_SETSIGMASK));
      libC.posix_spawnattr_setpgroup(attributes, 0);
      libC.posix_spawnattr_setsigmask(attributes, posix.signalSet());
      CStrings words = new CStrings(arguments);
      CStrings variables = new CStrings(environment);
      IntByReference pid = new IntByReference();
      int error =
          libC.posix_spawnp(
              pid,
              words.first(),
              actions == null ? Pointer.NULL : actions,
              attributes,
              words.array(),
              variables.array());
      if (error != 0) {
        String program = new String(arguments.get(0), StandardCharsets.UTF_8);
        throw NotStartedException.of(program, error);
      }
      return pid.getValue();
    } finally {
      libC.posix_spawnattr_destroy(attributes);
    }
  }
}
