package dev.leasehold.cli.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * Everything that a command gets from outside: environment, streams, terminal and clock. Output is
 * UTF-8 in every locale, because JSON is.
 *
 * @param screen the screen that standard output goes to; standard error is assumed to be alike
 * @param errIsTerminal whether a progress line on standard error reaches a person
 */
public record Surroundings(
    Map<String, String> environment,
    Properties system,
    InputStream in,
    PrintWriter out,
    PrintWriter err,
    Screen screen,
    boolean errIsTerminal,
    InstantSource clock,
    ZoneId zone) {

  /** Set by the launcher, which can ask the terminal without starting a process from Java. */
  private static final String TERMINAL = "leasehold.terminal";

  public static Surroundings ofProcess() {
    Map<String, String> environment = System.getenv();
    String terminal = System.getProperty(TERMINAL, "");
    return new Surroundings(
        environment,
        System.getProperties(),
        System.in,
        new StandardOutput(),
        writer(FileDescriptor.err),
        Screen.of(terminal, environment),
        terminal.contains("err"),
        InstantSource.system(),
        ZoneId.systemDefault());
  }

  private static PrintWriter writer(FileDescriptor descriptor) {
    return new PrintWriter(
        new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8), true);
  }

  /** Says on standard error what is wrong or worth a remark; in one line where nobody looks. */
  public void complain(String sentence) {
    String whole = "leasehold: " + Text.harmless(sentence);
    (errIsTerminal ? screen.lines(whole, "  ") : List.of(whole)).forEach(err::println);
  }

  /** Whether what is printed reaches nobody any more, because the reader of a pipe is gone. */
  public boolean outputIsUnread() {
    return out instanceof StandardOutput output && output.isUnread();
  }

  /** The variable, or nothing if it is not set or empty. */
  public String variable(String name) {
    return environment.getOrDefault(name, "");
  }
}
