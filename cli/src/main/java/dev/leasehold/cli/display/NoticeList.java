package dev.leasehold.cli.display;

import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Columns;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.Table;
import dev.leasehold.cli.terminal.Table.Fit;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Option;

/** Lists the notices that the holder has not acknowledged. */
public final class NoticeList {

  @Option(
      names = "--notices",
      description =
          "Instead of leases: what you have been told about yours, such as that one was taken away."
              + " A terminal shows a notice once; elsewhere all come again until --ack.")
  private boolean wanted;

  @Option(names = "--ack", description = "With --notices: do not tell these again.")
  private boolean acknowledge;

  public boolean isWanted() throws CallFailedException {
    if (acknowledge && !wanted) {
      throw new CallFailedException(Exit.USAGE, "--ack is of use with --notices alone");
    }
    return wanted;
  }

  public int print(ServerOptions server) throws IOException {
    Api api = server.connect();
    Surroundings surroundings = server.surroundings();
    // Every answer about leases brings the notices with it.
    Reply reply = api.get(Address.of("/v1/leases").with("pageSize", 1));
    List<Fields> notices = reply.fields().objects("notices");
    if (server.json()) {
      surroundings.out().println(new Body().withList("notices", notices).json());
    } else if (notices.isEmpty()) {
      surroundings.err().println("leasehold: there are none");
    } else {
      new Answers(server).table(table(notices, reply.now()));
    }
    boolean seen = surroundings.screen().isTerminal() && !server.json();
    if (!notices.isEmpty() && (seen || acknowledge) && !surroundings.out().checkError()) {
      acknowledge(api, notices);
    }
    return 0;
  }

  static void acknowledge(Api api, List<Fields> notices) throws IOException {
    List<String> ids = notices.stream().map(notice -> notice.text("id")).toList();
    Reply unused = api.post(Address.of("/v1/notices:ack"), new Body().with("ids", ids));
  }

  /** Notices name their leases; only where one does not, the id has a column of its own. */
  static Table table(List<Fields> notices, Instant now) {
    boolean named =
        notices.stream().allMatch(notice -> notice.text("text").contains(notice.text("leaseId")));
    Columns<Fields> columns =
        new Columns<Fields>().with("WHEN", Fit.WHOLE, notice -> notice.when("at", now, ""));
    if (!named) {
      columns.with("LEASE", Fit.OPTIONAL, notice -> notice.text("leaseId"));
    }
    return columns.with("NOTICE", Fit.FOLDED, notice -> notice.text("text")).of(notices);
  }
}
