package dev.leasehold.testing.simulation.books;

import dev.leasehold.kernel.access.Token;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.testing.simulation.audit.AuditFailure;
import dev.leasehold.testing.simulation.audit.Invariant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The auditor's own books: what has happened, in plain maps and lists. */
public final class Ledger {

  private static final long ASK_EVERY_NANOS = 60_000_000_000L;

  private final Map<String, Entry> entries = new HashMap<>();
  private final Map<String, Entry> living = new LinkedHashMap<>();
  private final Map<String, Entry> waiting = new LinkedHashMap<>();
  private final Set<String> callersIds = new HashSet<>();
  private final Map<String, List<PolicyFacts>> policies = new HashMap<>();
  private final LedgerWriter writer = new LedgerWriter(this);

  final Map<String, Long> epochs = new HashMap<>();

  /** Spaces that have begun or ceased to ignore case: their epochs go on above all they had. */
  final Set<String> waveredSpaces = new HashSet<>();

  /** Whether a restore has lifted the epochs. */
  boolean restored;

  public final Map<String, Token> tokens = new HashMap<>();

  /** The lease that somebody ended last; null before the first. */
  public @Nullable Entry lastEnded;

  /** The token that was revoked last because a lease was; empty before the first. */
  public String takenAlong = "";

  /** When somebody last asked for a lease, by {@link #question}. */
  public final Map<String, Long> asked = new HashMap<>();

  public final EndedBook ended = new EndedBook();
  public final RequestBook requests = new RequestBook();
  public final NoticeBook notices = new NoticeBook();
  public final MoneyBook money = new MoneyBook();
  public final ConfigBook config = new ConfigBook();

  public long lastPosition;
  public long lastTick;
  long highestToken;

  public Ledger() {
    PolicyFacts.BUILT_IN.forEach(this::addPolicy);
  }

  public static String resource(String space, List<String> patterns) {
    return space + " " + String.join(" ", patterns);
  }

  public static String resource(Entry entry) {
    return resource(entry.space, entry.patterns);
  }

  static String question(String asker, String leaseId) {
    return asker + " " + leaseId;
  }

  /** When the asker may ask for the lease again; 0 if it never did. */
  public long nextQuestionTick(String asker, String leaseId) {
    Long last = asked.get(question(asker, leaseId));
    return last == null ? 0 : last + ASK_EVERY_NANOS;
  }

  public @Nullable Entry find(String id) {
    return entries.get(id);
  }

  public Collection<Entry> all() {
    return entries.values();
  }

  public Collection<Entry> living() {
    return living.values();
  }

  public Collection<Entry> waiting() {
    return waiting.values();
  }

  public boolean isUsed(String callersId) {
    return callersIds.contains(callersId);
  }

  /** Whether epochs of the resource may leave some out. */
  public boolean mayLeap(String resource) {
    return restored || waveredSpaces.contains(resource.substring(0, resource.indexOf(' ')));
  }

  /** The epoch that the resource has reached; -1 if there was none. */
  public long lastEpoch(String resource) {
    return epochs.getOrDefault(resource, -1L);
  }

  public @Nullable PolicyFacts newestPolicy(String name) {
    List<PolicyFacts> versions = policies.get(name);
    return versions == null ? null : versions.get(versions.size() - 1);
  }

  public int policyCount() {
    return policies.size();
  }

  public PolicyFacts policy(String name, int version) {
    for (PolicyFacts facts : policies.getOrDefault(name, List.of())) {
      if (facts.version() == version) {
        return facts;
      }
    }
    throw new AuditFailure(
        Invariant.NO_CHANGE_WITHOUT_CAUSE, "there is no version " + version + " of " + name);
  }

  final void addPolicy(PolicyFacts facts) {
    policies.computeIfAbsent(facts.name(), name -> new ArrayList<>()).add(facts);
  }

  public void write(Event event, Cause cause) {
    lastPosition = event.position();
    lastTick = event.tick();
    writer.write(event, cause);
  }

  void add(Entry entry) {
    entries.put(entry.id, entry);
    living.put(entry.id, entry);
    if (entry.callersId) {
      callersIds.add(entry.id);
    }
  }

  void place(Entry entry, @Nullable Place place) {
    entry.place = place;
    if (place == null) {
      waiting.remove(entry.id);
    } else {
      waiting.put(entry.id, entry);
    }
  }

  void over(Entry entry) {
    living.remove(entry.id);
    place(entry, null);
  }

  void forget(Entry entry) {
    entries.remove(entry.id);
    requests.forget(entry);
    money.asking.forget(entry);
    if (entry.parent != null) {
      entry.parent.children.remove(entry);
    }
    if (entry.account != null) {
      money.forget(entry.account);
    }
  }

  public Entry known(String id) {
    Entry entry = entries.get(id);
    if (entry == null) {
      throw new AuditFailure(
          Invariant.TRANSITIONS_ARE_LEGAL, "an event on a lease that nobody was granted: " + id);
    }
    return entry;
  }
}
