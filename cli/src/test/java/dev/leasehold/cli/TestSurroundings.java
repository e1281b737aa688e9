package dev.leasehold.cli;

import dev.leasehold.cli.terminal.Screen;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/** A command line that is called in this process, with what it prints kept. */
public final class TestSurroundings {

  private final Map<String, String> environment = new HashMap<>();
  private StringWriter out = new StringWriter();
  private StringWriter err = new StringWriter();
  private Screen screen = Screen.NONE;
  private boolean errIsTerminal;
  private InputStream in = InputStream.nullInputStream();
  private boolean writesNowhere;
  private Properties system = System.getProperties();

  /** In the directory that the tests run in, from which files are named. */
  public TestSurroundings() {
    environment.put("LEASEHOLD_ROOT", System.getProperty("user.dir"));
  }

  public TestSurroundings with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** In this directory instead, and not told where the root is. */
  public TestSurroundings in(Path directory) {
    environment.remove("LEASEHOLD_ROOT");
    system = new Properties();
    system.putAll(System.getProperties());
    system.setProperty("user.dir", directory.toString());
    return this;
  }

  public TestSurroundings withInput(String text) {
    in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  public TestSurroundings onTerminal(int columns) {
    screen = new Screen(true, false, columns, 24);
    errIsTerminal = true;
    return this;
  }

  /** As if the disk were full that standard output is on. */
  public TestSurroundings writingNowhere() {
    writesNowhere = true;
    return this;
  }

  /** Forgets what was printed before. */
  public int run(String... arguments) {
    out = new StringWriter();
    err = new StringWriter();
    return Main.run(surroundings(), arguments);
  }

  public Surroundings surroundings() {
    return new Surroundings(
        environment,
        system,
        in,
        writesNowhere ? new PrintWriter(new FullDisk(), true) : new PrintWriter(out, true),
        new PrintWriter(err, true),
        screen,
        errIsTerminal,
        InstantSource.system(),
        ZoneOffset.UTC);
  }

  public String out() {
    return out.toString();
  }

  public String err() {
    return err.toString();
  }

  private static final class FullDisk extends Writer {
    @Override
    public void write(char[] text, int offset, int length) throws IOException {
      throw new IOException("No space left on device");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
