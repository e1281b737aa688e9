package dev.leasehold.kernel.access;

import dev.leasehold.kernel.config.AgentsSee;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.view.Lease;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The sender of a command, as the server has established it. It answers three questions, in this
 * order: is the credential good for the space ({@link #hasAccessTo}), is an object of that space,
 * or the caller's own budget, there for the caller ({@link #reaches}), and how much of a lease is
 * the caller shown ({@link #visibilityOf}).
 *
 * @param spaces the spaces that the credential is good for; empty for all
 * @param pool the pool that the caller may draw on; empty for none, of no meaning for admins
 * @param tokenId the credential that the caller showed; empty if it has no end of its own
 * @param tokenDeadlineTick when that ends; 0 if it does not
 * @param leaseId the only lease that the credential is for; empty for an ordinary one
 */
public record Caller(
    String actor,
    Role role,
    List<String> spaces,
    String pool,
    String tokenId,
    long tokenDeadlineTick,
    String leaseId) {

  /** As many spaces as a sentence can hold. */
  private static final int MOST_NAMED = 20;

  /**
   * The node itself, for what falls due without anybody asking. Journals and certificates know it
   * as the registrar: who keeps the register of leases. The module {@code registrar}, which follows
   * a foreign ledger, is something else.
   */
  public static final Caller SERVER = new Caller("registrar", Role.ADMIN, List.of());

  public Caller {
    spaces = List.copyOf(spaces);
  }

  /** A caller who draws on no pool. */
  public Caller(String actor, Role role, List<String> spaces) {
    this(actor, role, spaces, "", "", 0, "");
  }

  /**
   * Whether the credential is an IP token: it is for one lease, and speaks for its holder there.
   */
  public boolean isForOneLease() {
    return !leaseId.isEmpty();
  }

  /** Pools are of no space, so an admin of some spaces has no say in them. */
  public boolean mayDrawOn(String poolId) {
    return isAdmin() ? isAdminOfAll() : !pool.isEmpty() && pool.equals(poolId);
  }

  public boolean isAdmin() {
    return role == Role.ADMIN;
  }

  /** An admin whose token names spaces has no say in what concerns all of them. */
  public boolean isAdminOfAll() {
    return isAdmin() && spaces.isEmpty();
  }

  /** Whether the credential is good for the space: it names it, or names none. */
  public boolean hasAccessTo(String space) {
    return spaces.isEmpty() || spaces.contains(space);
  }

  /** Refuses a space that the token does not name, and says which it does. */
  public Refusal refusalToAccess(String space) {
    int others = spaces.size() - MOST_NAMED;
    return new AccessRefusal.Forbidden(
        "your token does not name the space "
            + space
            + "; it names "
            + spaces.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
            + (others > 0 ? " and " + others + " more" : ""));
  }

  /** Whether the caller sees an outline of the leases of others, and may ask their holders. */
  public boolean seesLeasesOfOthers(AgentsSee setting) {
    return role != Role.AGENT || setting == AgentsSee.SPACES;
  }

  /** Whether the credential is good for all of these spaces, which are all there are if empty. */
  public boolean hasAccessToAll(List<String> named) {
    return spaces.isEmpty() || (!named.isEmpty() && spaces.containsAll(named));
  }

  /**
   * Whether there is such a token for an admin: it reaches no further than the admin. Budgets end
   * with a token for a pool, so that it is there for admins of all spaces only.
   */
  public boolean reaches(Token token) {
    return token.pool().isEmpty() ? hasAccessToAll(token.spaces()) : isAdminOfAll();
  }

  /**
   * Whether there is such a lease for the caller: in the spaces that its token names, and its own
   * budget lease wherever that is.
   */
  public boolean reaches(Lease lease) {
    return reaches(lease.space(), lease.isBudgetLease() && lease.isHeldBy(actor));
  }

  /**
   * Whether the caller is told a notice that is addressed to its actor. Auditors are told none, and
   * what is for admins is told to admins of all spaces only.
   */
  public boolean reaches(Notice notice) {
    if (notice.kind().isForAdmins()) {
      return isAdminOfAll();
    }
    return isForOneLease()
        ? notice.leaseId().equals(leaseId)
        : role != Role.AUDITOR && reaches(notice.space(), notice.ofBudgetLease());
  }

  /**
   * Its own budget is in reach of an agent's tokens for pools, which come from admins of all
   * spaces. A token for spaces alone may come from an admin of these, who has no say in anybody's
   * budget.
   */
  public boolean reaches(String space, boolean ownBudgetLease) {
    return hasAccessTo(space) || (ownBudgetLease && role == Role.AGENT && !pool.isEmpty());
  }

  /**
   * How much of a lease the caller is shown. Agents see all of their own, and of those of others
   * what the setting lets them see; auditors and admins see all of those they reach.
   */
  public Visibility visibilityOf(Lease lease, AgentsSee setting) {
    return visibilityOf(lease.space(), lease.holder(), lease.isBudgetLease(), setting);
  }

  /** {@link #visibilityOf(Lease, AgentsSee)} for a lease given by its properties. */
  public Visibility visibilityOf(
      String space, String holder, boolean isBudgetLease, AgentsSee setting) {
    if (!reaches(space, isBudgetLease && holder.equals(actor))) {
      return Visibility.NOTHING;
    }
    if (seesWholeLeasesOf(holder)) {
      return Visibility.WHOLE;
    }
    return setting == AgentsSee.SPACES ? Visibility.OUTLINE : Visibility.HOLDER_NAME_ONLY;
  }

  /** Whether the caller sees a holder's leases, as far as it reaches them, with all they have. */
  public boolean seesWholeLeasesOf(String holder) {
    return role == Role.AUDITOR || role == Role.ADMIN || holder.equals(actor);
  }

  /**
   * Whether the caller may give a lease in the space this id. Ids are one set for all spaces, so
   * that those of a token for some spaces begin with the space: nobody uses up, or finds out, the
   * ids of another space.
   */
  public boolean mayChooseId(String space, String leaseId) {
    int name = space.length() + 1;
    return spaces.isEmpty()
        || (leaseId.length() > name
            && leaseId.startsWith(space)
            && leaseId.lastIndexOf('/') == space.length());
  }
}
