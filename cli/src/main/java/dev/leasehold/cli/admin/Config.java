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
import dev.leasehold.cli.terminal.Columns;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.Table.Fit;
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
      Columns<Fields> columns =
          new Columns<Fields>()
              .with("SETTING", Fit.WHOLE, setting -> setting.text("key"))
              .with("VALUE", Fit.WHOLE, setting -> setting.text("value"))
              .with("DEFAULT", Fit.WHOLE, setting -> setting.text("defaultValue"))
              .with("MEANING", Fit.FOLDED, setting -> setting.text("description"));
      return new Answers(server)
          .print(reply, answers -> answers.table(columns.of(reply.fields().objects("settings"))));
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
          new Answers(server).line(setting.text("value"));
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
      Fields setting = reply.fields();
      String done = setting.text("key") + " is " + setting.text("value");
      return new Answers(server).print(reply, answers -> answers.line(done));
    }
  }
}
