package dev.leasehold.kernel.admin;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.BudgetSpace;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.state.Space;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides and tells how spaces compare names: a space that nobody declared distinguishes case. */
public final class Spaces {

  private Spaces() {}

  public static Reply declare(Step step, AdminCommand.DeclareSpace declare) {
    Refusal refusal =
        step.caller().isAdmin()
            ? null
            : new AccessRefusal.Forbidden("only an admin may declare a space");
    refusal = refusal != null ? refusal : Names.check("space", declare.space());
    refusal = refusal != null ? refusal : refusalToAccess(step.caller(), declare.space());
    if (refusal == null && BudgetSpace.isReserved(declare.space())) {
      refusal =
          new InputRefusal.InvalidInput(
              "space", "the names of agents differ by case, and so does " + BudgetSpace.NAME);
    }
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    Reply reply = new Reply.OfSpace(declare.space(), declare.caseInsensitive());
    Space space = step.state.spaces.get(declare.space());
    if ((space != null && space.caseInsensitive) == declare.caseInsensitive()) {
      return reply;
    }
    if (space != null && !space.isUnblocked()) {
      return Step.refuse(
          new InputRefusal.InvalidInput(
              "caseInsensitive",
              "the space "
                  + declare.space()
                  + " has leases; how it compares names can change only when it has none"));
    }
    step.record(
        new AdminEvent.SpaceDeclared(step.at(), declare.space(), declare.caseInsensitive()));
    return reply;
  }

  public static void declared(State state, AdminEvent.SpaceDeclared e) {
    Space space = state.space(e.space());
    state.declare(space, e.caseInsensitive());
    state.dropIfUnknown(space);
    state.epochs.merge(e.space());
  }

  public static Reply get(State state, Caller caller, AdminCommand.GetSpace get) {
    Refusal refusal = Names.check("space", get.space());
    refusal = refusal != null ? refusal : refusalToAccess(caller, get.space());
    return refusal != null
        ? Step.refuse(refusal)
        : new Reply.OfSpace(get.space(), state.caseInsensitive.contains(get.space()));
  }

  public static Reply list(State state, Caller caller, AdminCommand.ListSpaces list) {
    Refusal refusal = Names.checkOptional("pageToken", list.after());
    if (refusal == null && (list.pageSize() < 1 || list.pageSize() > Limits.MAX_PAGE_SIZE)) {
      refusal =
          new InputRefusal.InvalidInput(
              "pageSize", "a page has 1 to " + Limits.MAX_PAGE_SIZE + " spaces");
    }
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    List<Reply.OfSpace> page = new ArrayList<>();
    String last = "";
    for (String name : state.caseInsensitive.tailSet(list.after(), false)) {
      if (caller.hasAccessTo(name)) {
        if (page.size() == list.pageSize()) {
          return new Reply.Spaces(page, last);
        }
        page.add(new Reply.OfSpace(name, true));
        last = name;
      }
    }
    return new Reply.Spaces(page, "");
  }

  private static @Nullable Refusal refusalToAccess(Caller caller, String space) {
    return caller.hasAccessTo(space) ? null : caller.refusalToAccess(space);
  }
}
