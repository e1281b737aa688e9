package dev.leasehold.cli.run;

import dev.leasehold.api.DurationText;
import dev.leasehold.api.MalformedDurationException;
import dev.leasehold.cli.acquire.Acquisition;
import dev.leasehold.cli.naming.LeaseOptions;
import dev.leasehold.cli.process.AfterDeath;
import dev.leasehold.cli.process.NotStartedException;
import dev.leasehold.cli.process.Supervisor;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.Text;
import dev.leasehold.client.HeldLease;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Holds a lease while a command runs. */
@Command(
    name = "run",
    exitCodeOnInvalidInput = 125,
    exitCodeOnExecutionException = 125,
    description = {
      "Takes a lease, runs a command while it is held, and releases it.",
      "The command finds LEASEHOLD_LEASE_ID, LEASEHOLD_FENCING_TOKEN and LEASEHOLD_EPOCH in its",
      "environment. If the lease is lost, the command and all that it has started are told to end"
          + " and soon killed, before another can have the lease; only an eviction without notice"
          + " gives it to another at once.",
      "What it leaves behind in its process group when it ends is ended too.",
      "If renewals do not succeed, that is said at once, and again when they do.",
      "Also if run itself is killed the command is ended, and the lease released as soon as the"
          + " server answers: it is asked for ten minutes, or for as long as the lease lasts."
    },
    footer = {
      "",
      "Examples:",
      "  leasehold run --space repo-a --path src/api -- make build",
      "  leasehold run --space jobs --path nightly --if-free --hold-at-least 5m -- ./nightly.sh"
    })
public final class Run implements Callable<Integer> {

  private static final Duration DEFAULT_GRACE = Duration.ofSeconds(1);

  @Mixin private final LeaseOptions options = new LeaseOptions();

  @Option(
      names = "--if-free",
      description = "Do nothing, quietly and with exit code 0, if another holds it. For cron.")
  private boolean ifFree;

  @Option(
      names = "--hold-at-least",
      paramLabel = "DURATION",
      description =
          "Keep others out until so long after the lease was granted, however quick the command"
              + " is.")
  private @Nullable String holdAtLeast;

  @Option(
      names = "--grace",
      paramLabel = "DURATION",
      description =
          "If the lease is lost, the time between the request to end and the kill: at most a"
              + " thirtieth of the ttl and of the heartbeat. Default: 1s, or what is possible.")
  private @Nullable String grace;

  @Option(
      names = {"-q", "--quiet"},
      description = "Say nothing of one's own unless something is wrong, nor whom it waits for.")
  private boolean quiet;

  @Parameters(paramLabel = "COMMAND", arity = "1..*", description = "The command and its words.")
  private List<String> command = new ArrayList<>();

  @Mixin private ServerOptions server;

  @SuppressWarnings("NullAway.Init") // picocli sets the spec
  private CommandSpec spec;

  @Spec
  void spec(CommandSpec spec) {
    this.spec = spec;
    // Nothing that the server answers is printed.
    spec.remove(spec.findOption("--json"));
    // All words after the command's name belong to the command, with -- before it or without.
    spec.parser().stopAtPositional(true);
    spec.usageMessage().exitCodeListHeading("%nExit codes:%n").exitCodeList(RunExit.list());
  }

  @Override
  public Integer call() throws Exception {
    RunMessages say = new RunMessages(server.surroundings().err(), quiet);
    Duration atLeast = duration("--hold-at-least", holdAtLeast, Duration.ZERO);
    Grace kept = new Grace(duration("--grace", grace, DEFAULT_GRACE));
    try {
      RunTerms terms = RunTerms.of(options, atLeast, server);
      checkGrace(kept, terms.lasts());
      if (command.get(0).isEmpty()) {
        say.always("the name of the command is empty");
        return NotStartedException.NOT_FOUND;
      }
      if (!Programs.exists(command.get(0), server.surroundings().variable("PATH"))) {
        say.always(command.get(0) + ": not found");
        return NotStartedException.NOT_FOUND;
      }
      return run(Supervisor.prepare(), terms, kept, atLeast, say);
    } catch (NotStartedException e) {
      say.always(String.valueOf(e.getMessage()));
      return e.exitCode();
    } catch (CallFailedException e) {
      RunExit exit = RunExit.of(e.exit());
      if (ifFree && (exit == RunExit.HELD || exit == RunExit.TIMED_OUT)) {
        return 0;
      }
      say.always(String.valueOf(e.getMessage()));
      return exit.code();
    }
  }

  private int run(
      Supervisor supervisor, RunTerms terms, Grace most, Duration atLeast, RunMessages say)
      throws IOException {
    Api api = server.connect();
    Surroundings surroundings = server.surroundings();
    Acquisition.Telling telling =
        quiet || ifFree ? Acquisition.Telling.NOBODY : Acquisition.Telling.EVERYBODY;
    Acquisition acquisition = Acquisition.of(terms.body(), api, surroundings, telling);
    Signals signals = new Signals(supervisor, acquisition);
    try (LeaseKeeper keeper = LeaseKeeper.prepare(api, most)) {
      LeaseKeeper.Kept kept;
      try {
        kept = keeper.take(acquisition, terms.lasts());
      } finally {
        signals.waitIsOver();
      }
      HeldLease held = kept.held();
      LeaseRelease release = new LeaseRelease(held, kept.grantedNanos(), atLeast, say);
      try {
        checkGrace(most, RunTerms.lasting(held.lease()));
      } catch (ParameterException e) {
        release.notStarted();
        throw e;
      }
      // A lease with --hold-at-least must not end sooner, and ends by itself soon after.
      AfterDeath lastCall =
          atLeast.isZero()
              ? ReleaseAfterDeath.of(
                  held.leaseId(),
                  RunTerms.lasting(held.lease()),
                  api.endpoint(),
                  surroundings.variable("LEASEHOLD_JAVA_OPTS"))
              : AfterDeath.NONE;
      return new LeaseRun(api, supervisor, signals, most, say)
          .run(command, held, release, lastCall);
    }
  }

  /** Refuses a --grace for which the lease is too short; the default is shortened instead. */
  private void checkGrace(Grace kept, @Nullable Duration lasts) {
    if (grace != null && lasts != null && kept.most().compareTo(Grace.longest(lasts)) > 0) {
      throw new ParameterException(
          spec.commandLine(),
          "--grace is at most a thirtieth of the ttl and of the heartbeat, here "
              + Grace.longest(lasts).toMillis()
              + "ms, not "
              + Text.harmless(grace));
    }
  }

  private Duration duration(String name, @Nullable String text, Duration otherwise) {
    try {
      return text == null ? otherwise : DurationText.parse(text);
    } catch (MalformedDurationException e) {
      throw new ParameterException(spec.commandLine(), name + ": " + e.sentence(), e);
    }
  }
}
