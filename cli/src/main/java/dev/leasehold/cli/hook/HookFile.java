package dev.leasehold.cli.hook;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The script that git calls. A hook that was there before is kept beside it and runs first; if that
 * refuses, nothing else is asked.
 */
enum HookFile {
  PRE_COMMIT("pre-commit", false, "allow"),
  PRE_PUSH("pre-push", true, "allow"),
  PRE_RECEIVE("pre-receive", true, "deny"),
  POST_RECEIVE("post-receive", true, "deny");

  /** A line that only scripts of ours have. */
  private static final String MARK = "# leasehold git-hook";

  private static final String BEFORE = ".before-leasehold";

  private final String hook;
  private final boolean hasInput;
  private final String whenUnsure;

  HookFile(String hook, boolean hasInput, String whenUnsure) {
    this.hook = hook;
    this.hasInput = hasInput;
    this.whenUnsure = whenUnsure;
  }

  String hook() {
    return hook;
  }

  /**
   * Writes the script, again if it is there.
   *
   * @param program the command of Leasehold, by its whole path or its name alone
   * @return whether a hook of somebody else is kept beside it
   */
  boolean install(Path folder, String program) throws IOException {
    Path file = folder.resolve(hook);
    Path before = folder.resolve(hook + BEFORE);
    Files.createDirectories(folder);
    if (Files.exists(file) && !isOurs(file)) {
      if (Files.exists(before)) {
        throw new IOException(
            file + " and " + before + " are both there; remove one of them, then install again");
      }
      Files.move(file, before);
    }
    Files.writeString(file, script(program));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return Files.exists(before);
  }

  /** Takes the script away and puts back what was there before. Returns whether it was there. */
  boolean uninstall(Path folder) throws IOException {
    Path file = folder.resolve(hook);
    Path before = folder.resolve(hook + BEFORE);
    if (!Files.exists(file) || !isOurs(file)) {
      return false;
    }
    Files.delete(file);
    if (Files.exists(before)) {
      Files.move(before, file);
    }
    return true;
  }

  private static boolean isOurs(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(MARK);
  }

  private String script(String program) {
    String reads = hasInput ? "input=$(cat)\n" : "";
    String feeds = hasInput ? "printf '%s\\n' \"$input\" | " : "";
    return """
    #!/bin/sh
    %s %s; leasehold git-hook uninstall takes it away again.
    # A hook that was here before lies beside this one, and runs first.
    %sif [ -x "$0%s" ]; then
      %s"$0%s" "$@" || exit
    fi
    program=%s
    if ! command -v "$program" >/dev/null && ! { program=leasehold && command -v leasehold >/dev/null; }; then
      echo "leasehold: the command leasehold is not here, so nobody can say who holds these files" >&2
      [ "$(git config --get leasehold.whenUnsure || echo %s)" = allow ]
      exit
    fi
    %s"$program" git-hook %s "$@"
    """
        .formatted(
            MARK, hook, reads, BEFORE, feeds, BEFORE, quoted(program), whenUnsure, feeds, hook);
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
