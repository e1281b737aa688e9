package dev.leasehold.node.deliver;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.access.Token;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.NoticeEvent;
import dev.leasehold.kernel.notice.Subscription;
import dev.leasehold.node.sequence.DurableBlock;
import dev.leasehold.node.sequence.DurableListener;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The subscriptions that there are, and the tokens of admins, as far as is durable. */
public final class Subscribers implements DurableListener {

  /**
   * The subscriptions at one moment.
   *
   * @param ofService webhooks of the service, not of one holder
   * @param byHolder addresses that get the notices of a holder
   * @param unconfirmed addresses that get nothing but the code
   */
  record Routes(
      List<Subscription> ofService,
      Map<String, List<Subscription>> byHolder,
      List<Subscription> unconfirmed) {

    boolean isEmpty() {
      return ofService.isEmpty() && byHolder.isEmpty() && unconfirmed.isEmpty();
    }
  }

  private final Map<String, Subscription> byId = new TreeMap<>();
  private final Map<String, Token> admins = new ConcurrentHashMap<>();
  private volatile Routes routes = new Routes(List.of(), Map.of(), List.of());
  private volatile Runnable onChange = () -> {};

  public Subscribers(List<Subscription> subscriptions, List<Token> tokens) {
    subscriptions.forEach(known -> byId.put(known.id(), known));
    tokens.forEach(this::add);
    routes = routes();
  }

  private void add(Token token) {
    if (token.caller().isAdminOfAll()) {
      admins.put(token.id(), token);
    }
  }

  /** Sets who is called after a change, on the thread that writes the journal. */
  void onChange(Runnable called) {
    onChange = called;
  }

  @Override
  public void onDurableFacts(DurableBlock block) {
    for (Fact fact : block.facts()) {
      switch (fact.event()) {
        case NoticeEvent.Subscribed e -> put(e.subscription());
        case NoticeEvent.SubscriptionConfirmed e -> find(e.id()).ifPresent(s -> put(s.confirmed()));
        case NoticeEvent.SubscriptionReencrypted e ->
            find(e.id()).ifPresent(s -> put(s.reencrypted(e.secret())));
        case NoticeEvent.Unsubscribed e -> change(() -> byId.remove(e.id()));
        case AdminEvent.TokenIssued e -> add(e.token());
        case AdminEvent.TokenRevoked e -> admins.remove(e.tokenId());
        default -> {}
      }
    }
  }

  private void put(Subscription subscription) {
    change(() -> byId.put(subscription.id(), subscription));
  }

  private void change(Runnable step) {
    synchronized (this) {
      step.run();
      routes = routes();
    }
    onChange.run();
  }

  synchronized Optional<Subscription> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  Routes now() {
    return routes;
  }

  /** The position before the first event that any of them is told of. */
  synchronized long earliest() {
    return byId.values().stream()
        .mapToLong(known -> known.addedPosition() - 1)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** Whether a holder is an admin of all spaces, who is told of what concerns all of them. */
  boolean isAdmin(String holder, long tick) {
    return admins.values().stream()
        .anyMatch(token -> token.actor().equals(holder) && token.isValidAt(tick));
  }

  private synchronized Routes routes() {
    List<Subscription> ofService = new ArrayList<>();
    Map<String, List<Subscription>> byHolder = new HashMap<>();
    List<Subscription> unconfirmed = new ArrayList<>();
    for (Subscription known : byId.values()) {
      if (!known.isConfirmed()) {
        unconfirmed.add(known);
      } else if (known.isOfService()) {
        ofService.add(known);
      } else {
        byHolder.computeIfAbsent(known.holder(), holder -> new ArrayList<>()).add(known);
      }
    }
    return new Routes(List.copyOf(ofService), Map.copyOf(byHolder), List.copyOf(unconfirmed));
  }
}
