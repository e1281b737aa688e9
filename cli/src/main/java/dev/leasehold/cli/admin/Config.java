package dev.leasehold.cli.admin;

import dev.leasehold.cli.command.Group;
import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.Table;
import dev.leasehold.cli.terminal.Table.Fit;
import dev.leasehold.cli.terminal.Text;
import dev.leasehold.node.text.NearestName;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The settings of a server. */
public final class Config {

  private static final Address CONFIG = Address.of("/v1/config");

  private Config() {}

  public static CommandLine commandLine(Surroundings surroundings) {
    return Group.of(
        surroundings,
        "Shows and changes the settings of a running server.",
        new ListSettings(),
        new GetSetting(),
        new SetSetting());
  }

  @Command(name = "ls", description = "Lists all settings.")
  static final class ListSettings implements Callable<Integer> {

    @Mixin private ServerOptions server;

    @Override
    public Integer call() throws Exception {
      Reply reply = server.connect().get(CONFIG);
      Answers answers = new Answers(server);
      if (server.json()) {
        return answers.json(reply);
      }
      Table table =
          new Table()
              .column("SETTING", Fit.WHOLE)
              .column("VALUE", Fit.WHOLE)
              .column("DEFAULT", Fit.WHOLE)
              .column("MEANING", Fit.FOLDED);
      for (Fields setting : reply.fields().objects("settings")) {
        table.row(
            setting.text("key"),
            setting.text("value"),
            setting.text("defaultValue"),
            setting.text("description"));
      }
      answers.table(table);
      return 0;
    }
  }

  @Command(name = "get", description = "Prints the value of one setting.")
  static final class GetSetting implements Callable<Integer> {

    @Parameters(paramLabel = "KEY", description = "Its name.")
    private String key = "";

    @Mixin private ServerOptions server;

    @Override
    public Integer call() throws Exception {
      List<Fields> settings = server.connect().get(CONFIG).fields().objects("settings");
      for (Fields setting : settings) {
        if (setting.text("key").equals(key)) {
          server.surroundings().out().println(Text.harmless(setting.text("value")));
          return 0;
        }
      }
      throw new CallFailedException(
          Exit.NOT_FOUND,
          "there is no setting "
              + key
              + "; leasehold config ls shows them all"
              + NearestName.question(
                  key, settings.stream().map(setting -> setting.text("key")).toList()));
    }
  }

  @Command(name = "set", description = "Changes one setting while the server runs; for admins.")
  static final class SetSetting implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "KEY", description = "Its name.")
    private String key = "";

    @Parameters(index = "1", paramLabel = "VALUE", description = "A number, true or false.")
    private String value = "";

    @Mixin private ServerOptions server;

    @Override
    public Integer call() throws Exception {
      Reply reply =
          server.connect().put(Address.of("/v1/config/", key, ""), new Body().with("value", value));
      if (server.json()) {
        return new Answers(server).json(reply);
      }
      Fields setting = reply.fields();
      String text = setting.text("key") + " is " + setting.text("value");
      server.surroundings().out().println(Text.harmless(text));
      return 0;
    }
  }
}
