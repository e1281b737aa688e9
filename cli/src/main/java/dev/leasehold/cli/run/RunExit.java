package dev.leasehold.cli.run;

import dev.leasehold.cli.process.NotStartedException;
import dev.leasehold.cli.remote.Exit;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The exit codes that are {@code run}'s own; all others are the command's. They stay as they are
 * once given.
 */
enum RunExit {
  HELD(120, "another holds it; the command was not started"),
  TIMED_OUT(121, "the wait has ended without the lease; the command was not started"),
  UNREACHABLE(122, "there is no server or no valid token; the command was not started"),
  LOST(123, "the lease was lost; the command and all that it started were ended"),
  REFUSED(124, "the server has refused for another reason; the command was not started"),
  FAILED(125, "wrong options, or run itself has failed");

  private final int code;
  private final String meaning;

  RunExit(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  int code() {
    return code;
  }

  /** Returns the exit code of {@code run} for the failure of an acquire. */
  static RunExit of(Exit exit) {
    return switch (exit) {
      case HELD -> HELD;
      case TIMED_OUT -> TIMED_OUT;
      case UNAVAILABLE, UNAUTHENTICATED -> UNREACHABLE;
      case USAGE, FAILED, DONE -> FAILED;
      default -> REFUSED;
    };
  }

  /** Lists the codes with their meanings, for help and the manual page. */
  static Map<String, String> list() {
    Map<String, String> list = new LinkedHashMap<>();
    list.put("0 to 119", "the command's own; 0 also with --if-free if another holds it");
    for (RunExit exit : values()) {
      list.put(Integer.toString(exit.code), exit.meaning);
    }
    list.put(Integer.toString(NotStartedException.NOT_EXECUTABLE), "the command is not executable");
    list.put(Integer.toString(NotStartedException.NOT_FOUND), "the command was not found");
    list.put("128 and more", "the command died of the signal with that number less 128");
    return list;
  }
}
