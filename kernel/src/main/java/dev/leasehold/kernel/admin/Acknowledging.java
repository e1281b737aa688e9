package dev.leasehold.kernel.admin;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.command.NoticeCommand;
import dev.leasehold.kernel.event.NoticeEvent;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.state.Holder;
import dev.leasehold.kernel.state.Notices;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import java.math.BigInteger;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Decides which notices a holder needs no more. */
public final class Acknowledging {

  private Acknowledging() {}

  /**
   * A caller acknowledges what it is told; what is not there, not any more, or not in reach, is
   * passed over.
   */
  public static Reply acknowledge(Step step, NoticeCommand.AcknowledgeNotices acknowledge) {
    if (acknowledge.ids().size() > Limits.MAX_NOTICES_PER_HOLDER) {
      return Step.refuse(
          new InputRefusal.InvalidInput(
              "ids", "at most " + Limits.MAX_NOTICES_PER_HOLDER + " ids at a time"));
    }
    TreeSet<Long> positions = new TreeSet<>();
    Holder holder = step.state.holders.get(step.caller().actor());
    for (String id : acknowledge.ids()) {
      if (!id.matches("[0-9]{1,19}")) {
        return Step.refuse(new InputRefusal.InvalidInput("ids", "the id of a notice is a number"));
      }
      Notices.Slip slip = holder == null ? null : findSlip(holder, id);
      if (slip != null && step.caller().reaches(slip.notice)) {
        positions.add(slip.notice.position());
      }
    }
    if (!positions.isEmpty()) {
      step.record(
          new NoticeEvent.NoticesAcknowledged(
              step.at(), step.caller().actor(), List.copyOf(positions)));
    }
    return new Reply.Acknowledged(positions.stream().map(String::valueOf).toList());
  }

  private static Notices.@Nullable Slip findSlip(Holder holder, String id) {
    BigInteger position = new BigInteger(id);
    return position.bitLength() > 63 ? null : Notices.find(holder, position.longValueExact());
  }

  public static void acknowledged(State state, NoticeEvent.NoticesAcknowledged e) {
    drop(state, e.holder(), e.positions());
  }

  /** Applies what {@link Step} records when a holder has as many as there may be. */
  public static void dropped(State state, NoticeEvent.NoticesDropped e) {
    drop(state, e.holder(), e.positions());
  }

  private static void drop(State state, String holderName, List<Long> positions) {
    Holder holder = state.holder(holderName);
    for (long position : positions) {
      Notices.Slip slip = Notices.find(holder, position);
      if (slip == null) {
        throw new IllegalStateException("a notice that is not there: " + position);
      }
      state.notices.drop(slip);
    }
    state.dropIfUnknown(holder);
  }
}
