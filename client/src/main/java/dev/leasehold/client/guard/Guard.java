package dev.leasehold.client.guard;

import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Stands before what is written to and looks at every act before it is carried out: is it of the
 * lease that is expected, not from before a newer one, not past its deadline, of the right epoch?
 *
 * <pre>{@code
 * Guard guard = Guard.strict(new FileMemory(file));
 * guard.follow(orders, keys.check(certificate, Instant.now())).require();   // whose turn it is
 *
 * guard.require(orders, Act.of(leaseId, epoch, fencePath));                 // before each act
 * }</pre>
 *
 * <p>It moves to another lease only on that lease's certificate with a larger token, as after a
 * transfer, and from then on the lease before it is refused. Once an act was allowed, none with a
 * smaller token is. Between the check and what the program then does, a newer act may still be
 * allowed and overtake: a store that can compare and set should hold the fence itself ({@link
 * FencePath#toText}).
 *
 * <p>Denials are logged with what was expected and what came. Safe for any thread.
 */
public final class Guard {

  private static final System.Logger LOG = System.getLogger(Guard.class.getName());

  private final GuardMemory memory;
  private final ActRules rules;
  private final LongSupplier nanoTime;

  private Guard(GuardMemory memory, ActRules rules, LongSupplier nanoTime) {
    this.memory = memory;
    this.rules = rules;
    this.nanoTime = nanoTime;
  }

  /** Acts must be of the epoch that the guard was last told. */
  public static Guard strict(GuardMemory memory) {
    return new Guard(memory, new ActRules(EpochCheck.STRICT, false), System::nanoTime);
  }

  /** Acts must not be of an epoch before that of the last act that passed. */
  public static Guard lenient(GuardMemory memory) {
    return new Guard(memory, new ActRules(EpochCheck.LENIENT, false), System::nanoTime);
  }

  /**
   * A guard that needs no certificates: an act with a larger token is believed and makes its lease
   * the expected one. Against those who are late that is as safe; against those who make up tokens
   * it is no help at all.
   */
  public Guard byTokenAlone() {
    return new Guard(memory, new ActRules(rules.epochs(), true), nanoTime);
  }

  /** A guard with another monotonic clock, such as one that a test moves. */
  public Guard withNanoTime(LongSupplier clock) {
    return new Guard(memory, rules, clock);
  }

  /** Says whether the act may be carried out, and remembers it if so. */
  public Verdict check(Resource resource, Act act) {
    return decide(
        resource, seen -> rules.judge(act, seen.standing(), seen.floor(), nanoTime.getAsLong()));
  }

  /**
   * Returns if the act may be carried out.
   *
   * @throws ActRefusedException if not, or if the guard cannot tell
   */
  public void require(Resource resource, Act act) {
    check(resource, act).require();
  }

  /**
   * Learns from a certificate: of the resource's first lease, of a successor with a larger token,
   * of a child, or news of the same lease (a later end, a larger epoch).
   */
  public Verdict follow(Resource resource, GrantCertificate certificate) {
    return learn(resource, certificate.grant(), true);
  }

  /**
   * Learns on the caller's word, for instance from a lease that the caller has just read from the
   * server: of the resource's first lease, or news of the lease that is expected already.
   */
  public Verdict expect(Resource resource, Grant grant) {
    return learn(resource, grant, false);
  }

  private Verdict learn(Resource resource, Grant grant, boolean certified) {
    Verdict obstacle = ScopeCover.obstacle(grant, resource);
    return obstacle != null
        ? logged(resource, obstacle)
        : decide(
            resource,
            seen ->
                GrantRules.judge(
                    grant, certified, seen.standing(), seen.floor(), nanoTime.getAsLong()));
  }

  /** Learns on the caller's word that the lease's epoch has moved on. It never goes back. */
  public Verdict advanceTo(Resource resource, String leaseId, long epoch) {
    return decide(resource, seen -> GrantRules.advance(leaseId, epoch, seen.standing()));
  }

  /** The guard's knowledge of the resource; null if it has none. */
  public @Nullable ResourceKnowledge standing(Resource resource) {
    return memory.recall(resource).standing();
  }

  /** Judges and remembers the result; judges again if the memory was changed meanwhile. */
  private Verdict decide(Resource resource, Function<GuardMemory.Recollection, Judgement> judge) {
    try {
      while (true) {
        GuardMemory.Recollection seen = memory.recall(resource);
        Judgement judgement = Objects.requireNonNull(judge.apply(seen));
        if (judgement.next() == null || memory.replace(resource, seen, judgement.next())) {
          return logged(resource, judgement.verdict());
        }
      }
    } catch (UncheckedIOException e) {
      LOG.log(Level.ERROR, "a guard's memory of " + resource + " fails", e);
      return new Verdict.CannotTell("the guard's memory fails: " + e.getMessage());
    }
  }

  private static Verdict logged(Resource resource, Verdict verdict) {
    if (verdict instanceof Verdict.Denied denied) {
      LOG.log(
          Level.WARNING,
          "{0} at {1}: expected {2}, received {3}",
          denied.code(),
          resource,
          denied.expected(),
          denied.received());
    } else if (verdict instanceof Verdict.CannotTell unknown) {
      LOG.log(Level.WARNING, "cannot tell at {0}: {1}", resource, unknown.why());
    }
    return verdict;
  }
}
