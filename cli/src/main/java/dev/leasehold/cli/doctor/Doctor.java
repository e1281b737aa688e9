package dev.leasehold.cli.doctor;

import dev.leasehold.cli.doctor.Finding.Grade;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Colour;
import dev.leasehold.cli.terminal.Screen;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.Text;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Looks for the usual mistakes. */
@Command(
    name = "doctor",
    description = {
      "Looks for the usual mistakes and says what to do.",
      "Such as no server, a wrong token, clocks that differ, a full disk, permissions, an old"
          + " tool.",
      "Changes nothing."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all is well, or only doubtful",
      "1:something does not work",
      "2:wrong options"
    })
public final class Doctor implements Callable<Integer> {

  private static final int NOT_WELL = 1;

  /** As wide as what stands before a finding. */
  private static final String INDENT = "      ";

  @Mixin private ServerOptions server;

  @Override
  public Integer call() throws Exception {
    List<Finding> findings = findings();
    boolean bad = findings.stream().anyMatch(finding -> finding.grade() == Grade.BAD);
    if (server.json()) {
      server.surroundings().out().println(json(findings, !bad));
    } else {
      findings.forEach(this::print);
    }
    return bad ? NOT_WELL : 0;
  }

  private List<Finding> findings() throws IOException {
    List<Finding> findings = new ArrayList<>();
    findings.add(MachineChecks.jdk(Runtime.version().feature()));
    ServerChecks remote = new ServerChecks(server);
    findings.addAll(remote.all());
    DirectoryChecks directory = new DirectoryChecks(server.dataDirectory());
    if (directory.exists()) {
      List<Finding> ofDirectory = directory.all();
      findings.addAll(ofDirectory);
      if (!remote.serverAnswers() && ofDirectory.stream().noneMatch(Finding::isBad)) {
        findings.addAll(locks(directory, URI.create(server.url()).getPort()));
      }
    } else if (server.dataDirectoryIsNamed()) {
      findings.add(directory.missing());
    }
    // Last, for it is the least of all worries.
    MachineChecks.sqliteTool().ifPresent(findings::add);
    return findings;
  }

  /**
   * @param askedPort if the server of the directory listens there, that is not what is wrong
   */
  private static List<Finding> locks(DirectoryChecks directory, int askedPort) {
    if (directory.hasLeftOverLock()) {
      return List.of(
          Finding.doubtful(
              "no server has the data directory at the moment",
              "start one with leasehold serve; nothing has to be removed before"));
    }
    return directory
        .server()
        .filter(pid -> ListeningPort.of(pid).filter(port -> port == askedPort).isEmpty())
        .map(
            pid ->
                List.of(
                    Finding.bad(
                        "process " + pid + " has the data directory, but is not what was asked",
                        ListeningPort.of(pid)
                            .map(port -> "it listens on port " + port + ": name that with --server")
                            .orElse(
                                "it listens elsewhere: look at what it printed when it started,"
                                    + " and name that address with --server"))))
        .orElse(List.of());
  }

  private void print(Finding finding) {
    Surroundings surroundings = server.surroundings();
    Screen screen = surroundings.screen();
    String mark =
        switch (finding.grade()) {
          case GOOD -> screen.in(Colour.GREEN, "ok    ");
          case DOUBTFUL -> screen.in(Colour.YELLOW, "hmm   ");
          case BAD -> screen.in(Colour.RED, "wrong ");
        };
    String begin = mark;
    for (String text : List.of(finding.what(), finding.advice())) {
      for (String line : Text.folded(Text.harmless(text), screen.columnsBehind(INDENT))) {
        if (!line.isEmpty()) {
          surroundings.out().println(begin + line);
          begin = INDENT;
        }
      }
    }
  }

  private static String json(List<Finding> findings, boolean ok) {
    List<Map<String, String>> list = new ArrayList<>();
    for (Finding finding : findings) {
      Map<String, String> entry = new LinkedHashMap<>();
      entry.put("grade", finding.grade().name().toLowerCase(Locale.ROOT));
      entry.put("what", finding.what());
      entry.put("advice", finding.advice());
      list.add(entry);
    }
    return new Body().with("ok", ok).with("findings", list).json();
  }
}
