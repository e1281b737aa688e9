package dev.leasehold.bench;

import dev.leasehold.node.Server;
import dev.leasehold.node.time.SystemTime;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A server in a process of its own, with an empty data directory. */
final class LoadServer implements AutoCloseable {

  private final Path directory;
  private final Process process;
  private final String url;
  private final String token;

  private LoadServer(Path directory, Process process, String url, String token) {
    this.directory = directory;
    this.process = process;
    this.url = url;
    this.token = token;
  }

  /** The process: serves until its input ends. */
  public static void main(String[] arguments) throws IOException {
    Server.Options options = Server.Options.local(Path.of(arguments[0]), new SystemTime());
    try (Server server = Server.start(options)) {
      System.out.println(server.url());
      System.out.println(Files.readString(server.adminTokenFile()).strip());
      System.out.flush();
      while (System.in.read() >= 0) {}
    }
  }

  static LoadServer start(List<String> jvmOptions) throws IOException {
    Path directory = Files.createTempDirectory("leasehold-load");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(LoadServer.class.getName(), directory.toString()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    String url = lines.readLine();
    while (url != null && !url.startsWith("http")) {
      url = lines.readLine(); // The JVM itself may have something to say first.
    }
    String token = lines.readLine();
    if (url == null || token == null) {
      throw new IOException("the server did not start");
    }
    return new LoadServer(directory, process, url, token);
  }

  String url() {
    return url;
  }

  String token() {
    return token;
  }

  Duration processorTime() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      process.waitFor();
      try (Stream<Path> files = Files.walk(directory)) {
        files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(java.io.File::delete);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
