package dev.leasehold.kernel.admin;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.BudgetSpace;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.command.NoticeCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.NoticeEvent;
import dev.leasehold.kernel.notice.Subscription;
import dev.leasehold.kernel.notice.SubscriptionKind;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.LimitRefusal;
import dev.leasehold.kernel.refusal.NotFoundRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides which addresses outside the server messages are delivered to. Admins of all spaces add
 * webhooks of the service; a holder adds addresses of its own where the settings let it.
 */
public final class Subscribing {

  private final State state;

  public Subscribing(State state) {
    this.state = state;
  }

  public Reply subscribe(Step step, NoticeCommand.Subscribe subscribe) {
    Caller caller = step.caller();
    Refusal refusal = Names.checkOptional("holder", subscribe.holder());
    refusal = refusal != null ? refusal : refusalToAdd(caller, subscribe.holder());
    refusal = refusal != null ? refusal : SubscriptionInput.check(subscribe);
    refusal = refusal != null ? refusal : checkDomain(caller, subscribe);
    refusal = refusal != null ? refusal : checkNew(subscribe);
    refusal = refusal != null ? refusal : checkCount(subscribe.holder());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    Event.At at = step.at();
    step.record(
        new NoticeEvent.Subscribed(
            at,
            new Subscription(
                subscribe.id(),
                kindOf(subscribe),
                subscribe.holder(),
                subscribe.address(),
                subscribe.topics(),
                spacesOfNotices(caller),
                subscribe.quietHours(),
                subscribe.secret(),
                caller.isAdminOfAll() ? "" : subscribe.codeHash(),
                caller.actor(),
                at.position(),
                at.tick(),
                at.wallNanos())));
    return answer(subscribe.id());
  }

  public Reply confirm(Step step, NoticeCommand.ConfirmSubscription confirm) {
    Refusal refusal = Names.check("id", confirm.id());
    refusal = refusal != null ? refusal : SubscriptionInput.checkCode(confirm.codeHash());
    refusal = refusal != null ? refusal : refusalToChange(step.caller(), confirm.id());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    Subscription known = known(confirm.id());
    if (known.isConfirmed()) {
      return answer(confirm.id());
    }
    if (step.tick() - known.addedTick() >= Limits.MAX_CONFIRMATION_NANOS) {
      return Step.refuse(
          new InputRefusal.InvalidInput(
              "code", "the code was good for a day; remove the address and add it again"));
    }
    if (!known.codeHash().equals(confirm.codeHash())) {
      return Step.refuse(
          new InputRefusal.InvalidInput("code", "it is not the code that was sent to the address"));
    }
    step.record(new NoticeEvent.SubscriptionConfirmed(step.at(), confirm.id()));
    return answer(confirm.id());
  }

  public Reply unsubscribe(Step step, NoticeCommand.Unsubscribe unsubscribe) {
    Refusal refusal = Names.check("id", unsubscribe.id());
    refusal = refusal != null ? refusal : refusalToChange(step.caller(), unsubscribe.id());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    Reply removed = answer(unsubscribe.id());
    step.record(new NoticeEvent.Unsubscribed(step.at(), unsubscribe.id(), step.caller().actor()));
    return removed;
  }

  public Reply reencrypt(Step step, NodeCommand.ReencryptSubscription reencrypt) {
    Refusal refusal = Names.check("id", reencrypt.id());
    refusal = refusal != null ? refusal : SubscriptionInput.checkSecret(reencrypt.secret().size());
    if (refusal == null && !step.caller().isAdminOfAll()) {
      refusal = new AccessRefusal.Forbidden("only an admin of all spaces may do this to secrets");
    }
    refusal = refusal != null ? refusal : refusalToChange(step.caller(), reencrypt.id());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    step.record(
        new NoticeEvent.SubscriptionReencrypted(step.at(), reencrypt.id(), reencrypt.secret()));
    return answer(reencrypt.id());
  }

  public Reply get(Step step, NoticeCommand.GetSubscription get) {
    Refusal refusal = Names.check("id", get.id());
    if (refusal == null && !isSeenBy(step.caller(), state.subscriptions.get(get.id()))) {
      refusal = new NotFoundRefusal.NoSuchSubscription(get.id());
    }
    return refusal != null ? Step.refuse(refusal) : answer(get.id());
  }

  public Reply list(Step step, NoticeCommand.ListSubscriptions list) {
    Caller caller = step.caller();
    Refusal refusal = Names.checkOptional("holder", list.holder());
    if (refusal == null && list.ofService() && !seesAll(caller)) {
      refusal = new AccessRefusal.Forbidden("only admins and auditors of all spaces see webhooks");
    }
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    return new Reply.Subscriptions(
        state.subscriptions.values().stream()
            .filter(known -> known.isOfService() == list.ofService())
            .filter(known -> list.holder().isEmpty() || list.holder().equals(known.holder()))
            .filter(known -> isSeenBy(caller, known))
            .toList());
  }

  private static @Nullable Refusal refusalToAdd(Caller caller, String holder) {
    if (caller.isAdminOfAll()) {
      return null;
    }
    if (holder.isEmpty()) {
      return new AccessRefusal.Forbidden("only an admin of all spaces says what the service tells");
    }
    boolean mayHold = caller.role() == Role.AGENT || caller.role() == Role.ADMIN;
    return mayHold && holder.equals(caller.actor())
        ? null
        : new AccessRefusal.Forbidden("only an admin of all spaces adds addresses for others");
  }

  /** Addresses that others may not see are not there for them. */
  private @Nullable Refusal refusalToChange(Caller caller, String id) {
    Subscription known = state.subscriptions.get(id);
    if (!isSeenBy(caller, known)) {
      return new NotFoundRefusal.NoSuchSubscription(id);
    }
    return caller.role() == Role.AUDITOR
        ? new AccessRefusal.Forbidden("an auditor changes nothing")
        : null;
  }

  private static boolean seesAll(Caller caller) {
    return caller.isAdminOfAll() || (caller.role() == Role.AUDITOR && caller.spaces().isEmpty());
  }

  /** The spaces that an address gets notices of: the token's, and that of the budget it draws. */
  private static List<String> spacesOfNotices(Caller caller) {
    if (caller.spaces().isEmpty() || !caller.reaches(BudgetSpace.NAME, true)) {
      return caller.spaces();
    }
    return Stream.concat(caller.spaces().stream(), Stream.of(BudgetSpace.NAME)).distinct().toList();
  }

  /** A token for some spaces does not reach an address that gets notices of others as well. */
  private static boolean isSeenBy(Caller caller, @Nullable Subscription known) {
    return known != null
        && (seesAll(caller)
            || (known.holder().equals(caller.actor()) && hasAccessToAll(caller, known.spaces())));
  }

  private static boolean hasAccessToAll(Caller caller, List<String> spaces) {
    return caller.spaces().isEmpty()
        || (!spaces.isEmpty() && spacesOfNotices(caller).containsAll(spaces));
  }

  private static SubscriptionKind kindOf(NoticeCommand.Subscribe subscribe) {
    return SubscriptionKind.parse(subscribe.kind()).orElseThrow();
  }

  private @Nullable Refusal checkDomain(Caller caller, NoticeCommand.Subscribe subscribe) {
    if (caller.isAdminOfAll()) {
      return null;
    }
    String domain = SubscriptionInput.domainOf(kindOf(subscribe), subscribe.address());
    List<String> allowed = state.settings.config().noticeDomains();
    return allowed.stream().anyMatch(one -> domain.equals(one) || domain.endsWith("." + one))
        ? null
        : new AccessRefusal.Forbidden(
            allowed.isEmpty()
                ? "holders add no addresses here; ask an admin to add it for you, or to set"
                    + " notice_domains"
                : "addresses of your own are in "
                    + String.join(", ", allowed)
                    + " here; ask an admin to add others");
  }

  /** Addresses of chats are stored truncated, so duplicates among them cannot be found. */
  private @Nullable Refusal checkNew(NoticeCommand.Subscribe subscribe) {
    if (state.subscriptions.containsKey(subscribe.id())) {
      return new InputRefusal.InvalidInput("id", "there is such an id already");
    }
    SubscriptionKind kind = kindOf(subscribe);
    return state.subscriptions.values().stream()
        .filter(known -> kind != SubscriptionKind.CHAT && known.kind() == kind)
        .filter(known -> known.holder().equals(subscribe.holder()))
        .filter(known -> known.address().equals(subscribe.address()))
        .findFirst()
        .<Refusal>map(
            known ->
                new InputRefusal.InvalidInput(
                    kind == SubscriptionKind.MAIL ? "mail" : "url",
                    "it is there already, as " + known.id() + "; remove that first to change it"))
        .orElse(null);
  }

  private @Nullable Refusal checkCount(String holder) {
    if (state.subscriptions.size() >= Limits.MAX_SUBSCRIPTIONS) {
      return new LimitRefusal.QuotaExceeded(
          "there are " + Limits.MAX_SUBSCRIPTIONS + " webhooks and addresses, all there may be");
    }
    long own =
        state.subscriptions.values().stream()
            .filter(known -> !holder.isEmpty() && known.holder().equals(holder))
            .count();
    return own < Limits.MAX_SUBSCRIPTIONS_PER_HOLDER
        ? null
        : new LimitRefusal.QuotaExceeded(
            holder + " has " + own + " addresses, all there may be; remove one first");
  }

  private Subscription known(String id) {
    Subscription known = state.subscriptions.get(id);
    if (known == null) {
      throw new IllegalStateException("a subscription that is not there: " + id);
    }
    return known;
  }

  private Reply answer(String id) {
    return new Reply.OfSubscription(known(id));
  }

  public void subscribed(NoticeEvent.Subscribed e) {
    state.subscriptions.put(e.subscription().id(), e.subscription());
  }

  public void confirmed(NoticeEvent.SubscriptionConfirmed e) {
    state.subscriptions.put(e.id(), known(e.id()).confirmed());
  }

  public void unsubscribed(NoticeEvent.Unsubscribed e) {
    state.subscriptions.remove(known(e.id()).id());
  }

  public void reencrypted(NoticeEvent.SubscriptionReencrypted e) {
    state.subscriptions.put(e.id(), known(e.id()).reencrypted(e.secret()));
  }
}
