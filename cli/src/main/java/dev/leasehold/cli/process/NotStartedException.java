package dev.leasehold.cli.process;

import java.io.IOException;

/** A command that could not be started, with the exit code that shells give for it. */
public final class NotStartedException extends IOException {

  private static final long serialVersionUID = 1;

  public static final int NOT_EXECUTABLE = 126;
  public static final int NOT_FOUND = 127;

  private final int exitCode;

  NotStartedException(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  static NotStartedException of(String program, int error) {
    return switch (error) {
      case LibC.ENOENT ->
          new NotStartedException(
              NOT_FOUND, program + ": not found, or the interpreter in its first line is not");
      case LibC.EACCES -> new NotStartedException(NOT_EXECUTABLE, program + ": not executable");
      case LibC.ENOEXEC ->
          new NotStartedException(
              NOT_EXECUTABLE,
              program + ": neither a program nor a script with a first line such as #!/bin/sh");
      default ->
          new NotStartedException(
              NOT_EXECUTABLE, program + ": the system does not start it (error " + error + ")");
    };
  }

  public int exitCode() {
    return exitCode;
  }
}
