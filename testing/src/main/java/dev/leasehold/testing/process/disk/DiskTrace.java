package dev.leasehold.testing.process.disk;

import dev.leasehold.testing.process.disk.DiskOperation.Effect;
import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a process on the files of one directory, as strace saw them. A call that was
 * interrupted by one of another thread is in two lines; it counts from where it returned.
 */
public final class DiskTrace {

  private static final Pattern LINE = Pattern.compile("(\\d+) +(\\d+\\.\\d+) (.*)");
  private static final Pattern CALL = Pattern.compile("(\\w+)\\((.*)\\) += (-?\\d+).*");
  private static final Pattern RESUMED = Pattern.compile("<\\.\\.\\. \\w+ resumed>(.*)");
  private static final Pattern DESCRIPTOR = Pattern.compile("^\\d+<([^>]*)>");
  private static final Pattern TEXT = Pattern.compile("\"([^\"]*)\"");
  private static final String UNFINISHED = " <unfinished ...>";

  private record Begun(long wallMicros, String text) {}

  private final String prefix;
  private final Map<String, Begun> begun = new HashMap<>();
  private final List<DiskOperation> operations = new ArrayList<>();

  private DiskTrace(Path directory) {
    this.prefix = directory + "/";
  }

  /** The words before a command that have it traced; it stays a child of this process. */
  public static List<String> strace(Path output) {
    return List.of(
        "strace",
        "-D",
        "-f",
        "--seccomp-bpf",
        "-q",
        "-y",
        "-xx",
        "-ttt",
        "-s",
        "1000000",
        "-e",
        "signal=none",
        "-e",
        "trace=pwrite64,pwritev,ftruncate,fallocate,fsync,fdatasync,unlink",
        "-o",
        output.toString());
  }

  /** Whether the trace is complete: it ends with the process. */
  public static boolean hasEnded(Path output, long pid) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(output, StandardCharsets.ISO_8859_1)) {
      return lines.lines().anyMatch(line -> line.startsWith(pid + " ") && line.contains(" +++ "));
    }
  }

  public static List<DiskOperation> read(Path output, Path directory) throws IOException {
    DiskTrace trace = new DiskTrace(directory);
    try (BufferedReader lines = Files.newBufferedReader(output, StandardCharsets.ISO_8859_1)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        trace.line(line);
      }
    }
    return trace.operations;
  }

  private void line(String line) {
    Matcher parts = LINE.matcher(line);
    if (!parts.matches() || parts.group(3).startsWith("+++")) {
      return;
    }
    String thread = parts.group(1);
    long wallMicros = new BigDecimal(parts.group(2)).movePointRight(6).longValueExact();
    String text = parts.group(3);
    Matcher resumed = RESUMED.matcher(text);
    if (text.endsWith(UNFINISHED)) {
      String first = text.substring(0, text.length() - UNFINISHED.length());
      begun.put(thread, new Begun(wallMicros, first));
    } else if (resumed.matches()) {
      Begun first = begun.remove(thread);
      if (first != null) {
        call(first.wallMicros(), first.text() + resumed.group(1));
      }
    } else {
      call(wallMicros, text);
    }
  }

  private void call(long wallMicros, String text) {
    Matcher call = CALL.matcher(text);
    if (!call.matches()) {
      throw new IllegalStateException("not understood: " + text);
    }
    String arguments = call.group(2);
    boolean isUnlink = call.group(1).equals("unlink");
    String path = isUnlink ? pathIn(TEXT, arguments) : pathIn(DESCRIPTOR, arguments);
    boolean failed = Long.parseLong(call.group(3)) < 0;
    if (path == null || failed || !path.startsWith(prefix)) {
      return;
    }
    Effect effect = effect(call.group(1), arguments, Long.parseLong(call.group(3)));
    operations.add(new DiskOperation(wallMicros, path.substring(prefix.length()), effect));
  }

  private static Effect effect(String name, String arguments, long result) {
    return switch (name) {
      case "pwrite64" -> {
        Matcher text = TEXT.matcher(arguments);
        byte[] bytes = text.find() ? bytes(text.group(1)) : new byte[0];
        if (bytes.length != result) {
          throw new IllegalStateException(bytes.length + " bytes are not " + result);
        }
        yield new Effect.Write(lastNumber(arguments), bytes);
      }
      case "ftruncate" -> new Effect.Truncate(lastNumber(arguments));
      case "fsync", "fdatasync" -> new Effect.Sync();
      case "unlink" -> new Effect.Unlink();
      default -> throw new IllegalStateException("nobody expected " + name);
    };
  }

  private static int lastNumber(String arguments) {
    return Integer.parseInt(arguments.substring(arguments.lastIndexOf(' ') + 1));
  }

  private static @Nullable String pathIn(Pattern pattern, String arguments) {
    Matcher path = pattern.matcher(arguments);
    return path.find() ? new String(bytes(path.group(1)), StandardCharsets.UTF_8) : null;
  }

  private static byte[] bytes(String escaped) {
    byte[] bytes = new byte[escaped.length() / 4];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] =
          (byte)
              (Character.digit(escaped.charAt(4 * i + 2), 16) << 4
                  | Character.digit(escaped.charAt(4 * i + 3), 16));
    }
    return bytes;
  }
}
