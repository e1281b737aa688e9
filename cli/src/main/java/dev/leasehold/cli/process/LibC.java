package dev.leasehold.cli.process;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;

/**
 * The functions of the C library that are called, by their own names. A function that returns an
 * error number returns it here too; one that sets {@code errno} throws it.
 */
interface LibC extends Library {

  int WNOHANG = 1;
  int WUNTRACED = 2;
  int O_RDONLY = 0;
  int O_WRONLY = 1;
  int O_RDWR = 2;
  int F_SETFD = 2;
  int FD_CLOEXEC = 1;
  short POSIX_SPAWN_SETPGROUP = 0x02;
  short POSIX_SPAWN_SETSIGMASK = 0x08;

  /** Linux only. */
  int PR_SET_CHILD_SUBREAPER = 36;

  int EPERM = 1;
  int ENOENT = 2;
  int ESRCH = 3;
  int EINTR = 4;
  int ENOEXEC = 8;
  int EACCES = 13;

  int posix_spawnp(
      IntByReference pid,
      Pointer file,
      Pointer fileActions,
      Pointer attributes,
      Pointer arguments,
      Pointer environment);

  int posix_spawnattr_init(Pointer attributes);

  int posix_spawnattr_destroy(Pointer attributes);

  int posix_spawnattr_setflags(Pointer attributes, short flags);

  int posix_spawnattr_setpgroup(Pointer attributes, int group);

  int posix_spawnattr_setsigmask(Pointer attributes, Pointer signals);

  int posix_spawn_file_actions_init(Pointer fileActions);

  int posix_spawn_file_actions_destroy(Pointer fileActions);

  int posix_spawn_file_actions_adddup2(Pointer fileActions, int from, int to);

  int posix_spawn_file_actions_addopen(
      Pointer fileActions, int descriptor, String path, int flags, int mode);

  /** Of glibc 2.35 and newer; elsewhere it cannot be linked. */
  int posix_spawn_file_actions_addtcsetpgrp_np(Pointer fileActions, int descriptor);

  int sigemptyset(Pointer signals);

  int sigaddset(Pointer signals, int signal);

  int pthread_sigmask(int how, Pointer signals, Pointer before);

  int kill(int pid, int signal) throws LastErrorException;

  int waitpid(int pid, IntByReference status, int options) throws LastErrorException;

  int getpgrp();

  int getpgid(int pid) throws LastErrorException;

  int tcgetpgrp(int descriptor) throws LastErrorException;

  int tcsetpgrp(int descriptor, int group) throws LastErrorException;

  int isatty(int descriptor);

  int open(String path, int flags) throws LastErrorException;

  int close(int descriptor) throws LastErrorException;

  int pipe(int[] descriptors) throws LastErrorException;

  long write(int descriptor, byte[] bytes, long length) throws LastErrorException;

  int fcntl(int descriptor, int command, Object... argument) throws LastErrorException;

  int prctl(int option, Object... arguments) throws LastErrorException;
}
