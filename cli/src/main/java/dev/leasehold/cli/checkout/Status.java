package dev.leasehold.cli.checkout;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.display.LeaseText;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Tells who has what of a project. */
@Command(
    name = "status",
    description = {
      "Tells what you and others hold in a project, and how long.",
      "In a clone it finds the project by itself, as checkout does. Elsewhere, and without a"
          + " project, it tells what you hold anywhere."
    })
public final class Status implements Callable<Integer> {

  @Parameters(paramLabel = "PROJECT", arity = "0..1", description = "The project.")
  private @Nullable String project;

  @Mixin private ServerOptions server;

  @Override
  public Integer call() throws Exception {
    Clone clone = around();
    String space = project != null ? project : clone == null ? "" : space(clone);
    Api api = server.connect();
    List<Fields> mine = new ArrayList<>();
    Reply reply = api.leases(leases(space).with("own", "true"), mine);
    List<Fields> others = new ArrayList<>();
    if (!space.isEmpty()) {
      Set<String> own =
          mine.stream().map(lease -> lease.text("leaseId")).collect(Collectors.toSet());
      reply = api.leases(leases(space), others);
      others.removeIf(lease -> own.contains(lease.text("leaseId")));
    }
    if (server.json()) {
      Body body = new Body().with("space", space);
      server
          .surroundings()
          .out()
          .println(body.withList("mine", mine).withList("others", others).json());
      return 0;
    }
    print(space, mine, others, reply.now(), clone);
    new Answers(server).notices(api, reply);
    return 0;
  }

  /** The working copy around; null if there is none. */
  private @Nullable Clone around() throws IOException {
    try {
      return Clone.around(null, server.surroundings());
    } catch (CallFailedException e) {
      return null;
    }
  }

  private static String space(Clone clone) throws IOException {
    CheckedOut checkout = CheckedOut.in(clone);
    if (checkout != null) {
      return checkout.space();
    }
    return clone.project(Branch.of(clone, null).remote());
  }

  private static Address leases(String space) {
    return Address.of("/v1/leases").with("space", space);
  }

  private void print(
      String space, List<Fields> mine, List<Fields> others, Instant now, @Nullable Clone clone)
      throws IOException {
    Answers answers = new Answers(server);
    String here = "";
    CheckedOut checkout = clone == null ? null : CheckedOut.in(clone);
    if (checkout != null) {
      here = checkout.leaseId();
    }
    if (mine.isEmpty()) {
      answers.say("you hold nothing" + (space.isEmpty() ? "" : " in " + space));
    }
    for (Fields lease : mine) {
      boolean isHere = lease.text("leaseId").equals(here);
      answers.say(
          "you "
              + verb(lease)
              + what(lease)
              + ", "
              + LeaseText.ends(lease, now)
              + (isHere ? ", checked out here" : "")
              + " (lease "
              + lease.text("leaseId")
              + ")");
    }
    for (Fields lease : others) {
      answers.say(
          lease.text("holder")
              + " "
              + verb(lease).replaceFirst("hold ", "holds ").replaceFirst("wait ", "waits ")
              + what(lease)
              + ", "
              + LeaseText.ends(lease, now)
              + " (lease "
              + lease.text("leaseId")
              + ")");
    }
    if (!space.isEmpty() && others.isEmpty()) {
      answers.say("nobody else holds anything in " + space);
    }
    tellOfCheckIn(clone, here);
  }

  private static String verb(Fields lease) {
    return lease.text("state").equals("PENDING") ? "wait for " : "hold ";
  }

  private static String what(Fields lease) {
    String all = lease.text("checkoutType").equals("full") ? "all of " : "";
    return all.isEmpty()
        ? LeaseText.scope(lease) + " in " + lease.text("space")
        : all + lease.text("space");
  }

  private void tellOfCheckIn(@Nullable Clone clone, String leaseId) throws IOException {
    PreparedCommit prepared =
        clone == null || leaseId.isEmpty() ? null : PreparedCommit.in(clone, leaseId);
    if (prepared != null) {
      new Answers(server)
          .say(
              "a check-in of commit "
                  + prepared.commit()
                  + " was not finished; run leasehold checkin again");
    }
  }
}
