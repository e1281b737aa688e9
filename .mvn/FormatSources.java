import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Lists, and rewrites if told so, every Java source that google-java-format would change.
 *
 * <p>It runs as a process of its own, in the JDK that the build selected, because a formatter
 * inside Maven cannot read newer syntax than the JDK that Maven happens to run on.
 */
public final class FormatSources {
  private FormatSources() {}

  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]);
    boolean write = args[1].equals("write");
    Path report = Path.of(args[2]);
    List<String> changed =
        sources(root).parallelStream()
            .flatMap(file -> format(file, write).map(why -> root.relativize(file) + why).stream())
            .sorted()
            .toList();
    if (write) {
      changed.forEach(line -> System.out.println("formatted " + line));
    }
    Files.writeString(report, write ? "" : String.join("\n", changed));
  }

  /** Of modules, which may be in folders that hold several, and of what the build itself runs. */
  private static List<Path> sources(Path root) throws IOException {
    try (Stream<Path> directories = Files.walk(root, 3)) {
      return directories
          .filter(Files::isDirectory)
          .filter(directory -> directory.endsWith(".mvn") || isOfModule(directory))
          .flatMap(FormatSources::javaFiles)
          .toList();
    }
  }

  private static boolean isOfModule(Path directory) {
    return directory.endsWith("src") && Files.exists(directory.resolveSibling("pom.xml"));
  }

  private static Stream<Path> javaFiles(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new IllegalStateException("cannot list " + directory, e);
    }
  }

  /** Returns nothing for a file that is as it should be, else a remark, which may be empty. */
  private static Optional<String> format(Path file, boolean write) {
    try {
      String source = Files.readString(file);
      String formatted = new Formatter().formatSourceAndFixImports(source);
      if (source.equals(formatted)) {
        return Optional.empty();
      }
      if (write) {
        Files.writeString(file, formatted);
      }
      return Optional.of("");
    } catch (FormatterException | IOException e) {
      return Optional.of(" cannot be read: " + e.getMessage());
    }
  }
}
