package dev.leasehold.cli.doctor;

import dev.leasehold.cli.doctor.Finding.Grade;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Colour;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.Text;
import java.io.IOException;
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
      "Looks for the usual mistakes and says what to do: no server, a wrong token, clocks, a full",
      "disk, permissions, an old tool. Changes nothing."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all is well, or only doubtful",
      "1:something does not work",
      "2:wrong options"
    })
public final class Doctor implements Callable<Integer> {

  private static final int NOT_WELL = 1;

  @Mixin private final ServerOptions server;

  public Doctor(Surroundings surroundings) {
    server = new ServerOptions(surroundings);
  }

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
    List<Finding> findings = new ArrayList<>(MachineChecks.all());
    ServerChecks remote = new ServerChecks(server);
    findings.addAll(remote.all());
    DirectoryChecks directory = new DirectoryChecks(server.dataDirectory());
    if (directory.exists()) {
      findings.addAll(directory.all());
      if (!remote.serverAnswers()) {
        findings.addAll(locks(directory));
      }
    }
    return findings;
  }

  private static List<Finding> locks(DirectoryChecks directory) {
    if (directory.hasLeftOverLock()) {
      return List.of(
          Finding.doubtful(
              "a server that ended abruptly has left its lock file",
              "nothing has to be removed: start it again with leasehold serve"));
    }
    return directory
        .server()
        .map(
            pid ->
                List.of(
                    Finding.bad(
                        "process " + pid + " has the data directory, but is not what was asked",
                        "it listens elsewhere: look at what it printed when it started, and name"
                            + " that address with --server")))
        .orElse(List.of());
  }

  private void print(Finding finding) {
    Surroundings surroundings = server.surroundings();
    String mark =
        switch (finding.grade()) {
          case GOOD -> surroundings.screen().in(Colour.GREEN, "ok    ");
          case DOUBTFUL -> surroundings.screen().in(Colour.YELLOW, "hmm   ");
          case BAD -> surroundings.screen().in(Colour.RED, "wrong ");
        };
    surroundings.out().println(mark + Text.harmless(finding.what()));
    if (!finding.advice().isEmpty()) {
      surroundings.out().println("      " + Text.harmless(finding.advice()));
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
