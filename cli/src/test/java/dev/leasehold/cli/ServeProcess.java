package dev.leasehold.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code leasehold serve} in a process of its own. */
public final class ServeProcess implements AutoCloseable {

  private static final Pattern URL = Pattern.compile("https?://[^\\s/,]+:\\d+");

  private final Process process;
  private final String url;

  private ServeProcess(Process process, String url) {
    this.process = process;
    this.url = url;
  }

  /** Waits until it says where it listens. */
  static ServeProcess start(String... options) throws IOException {
    return start(ProcessBuilder.Redirect.DISCARD, options);
  }

  static ServeProcess startLoggingTo(Path log, String... options) throws IOException {
    return start(ProcessBuilder.Redirect.to(log.toFile()), options);
  }

  private static ServeProcess start(ProcessBuilder.Redirect errors, String... options)
      throws IOException {
    List<String> command = new ArrayList<>(java());
    command.add("serve");
    command.addAll(List.of(options));
    Process process = new ProcessBuilder(command).redirectError(errors).start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    Matcher url = URL.matcher(String.valueOf(out.readLine()));
    if (!url.find()) {
      process.destroyForcibly();
      throw new IOException("it did not start: " + command);
    }
    return new ServeProcess(process, url.group());
  }

  /** The command that starts the command line in a JVM like this one. */
  public static List<String> java() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx256m",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
        Main.class.getName());
  }

  String url() {
    return url;
  }

  @Override
  public void close() throws Exception {
    process.destroyForcibly().waitFor();
  }
}
