package dev.leasehold.testing.process.server;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A real server: the command line's own process on a data directory, ready to be asked. */
public final class ServerProcess implements AskedServer {

  public static final String MAIN = "dev.leasehold.cli.Main";
  private static final Pattern URL = Pattern.compile("http://[^\\s/]+:\\d+");

  /** Quick to start rather than quick in the long run, and as small as a server has to be. */
  private static final List<String> JVM_OPTIONS =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:CompileThresholdScaling=5",
          "-XX:+UseSerialGC",
          "-Xmx256m",
          "-Dsun.misc.unsafe.memory.access=allow");

  private final RunningProcess process;
  private final Path dataDirectory;
  private final Wire wire;

  private ServerProcess(RunningProcess process, Path dataDirectory, String url) {
    this.process = process;
    this.dataDirectory = dataDirectory;
    this.wire = new Wire(url);
  }

  /** Starts {@code leasehold serve} with any free port and waits until it is ready. */
  public static ServerProcess start(Path dataDirectory) throws IOException {
    return awaitReady(RunningProcess.start(serve(dataDirectory)), dataDirectory);
  }

  /** The same with further options for its JVM, which win over the usual ones. */
  public static ServerProcess start(Path dataDirectory, String... jvmOptions) throws IOException {
    List<String> command = serve(dataDirectory);
    command.addAll(jvm().size(), List.of(jvmOptions));
    return awaitReady(RunningProcess.start(command), dataDirectory);
  }

  /** The command that serves the data directory on any free port. */
  public static List<String> serve(Path dataDirectory) {
    return java(MAIN, "serve", "--data", dataDirectory.toString(), "--port", "0");
  }

  /** Runs a main class of this class path in a JVM that starts quickly. */
  public static List<String> java(String mainClass, String... arguments) {
    List<String> command = jvm();
    command.addAll(StartCache.start(mainClass, arguments));
    command.addAll(List.of(arguments));
    return command;
  }

  /** The beginning of such a command. */
  static List<String> jvm() {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
    command.addAll(JVM_OPTIONS);
    return command;
  }

  /** Takes over a process that was started, and waits until it says where it listens. */
  public static ServerProcess awaitReady(RunningProcess process, Path dataDirectory)
      throws IOException {
    try {
      String line = process.firstLine();
      Matcher url = URL.matcher(line);
      if (!url.find()) {
        throw new IOException("no address in the line: " + line);
      }
      ServerProcess server = new ServerProcess(process, dataDirectory, url.group());
      Reply ready = server.stranger().get("/readyz");
      if (ready.status() != 200) {
        throw new IOException("not ready after its line: " + ready.text());
      }
      return server;
    } catch (IOException | RuntimeException e) {
      process.kill();
      throw e;
    }
  }

  public RunningProcess process() {
    return process;
  }

  @Override
  public String url() {
    return wire.url();
  }

  @Override
  public String adminToken() throws IOException {
    return Files.readString(dataDirectory.resolve("admin.token")).strip();
  }

  @Override
  public Api admin() throws IOException {
    return as(adminToken());
  }

  @Override
  public Api as(String token) {
    return new Api(wire, token);
  }

  /** Calls the server without a token. */
  public Api stranger() {
    return new Api(wire, "");
  }

  /** Kills with SIGKILL, as kill -9 and the out-of-memory killer do. */
  public void kill() {
    process.kill();
  }

  /** Stops with SIGTERM and returns the exit code. */
  public int stop() throws IOException {
    process.signal("TERM");
    return process.awaitExit();
  }

  @Override
  public void close() {
    process.close();
    wire.close();
  }
}
