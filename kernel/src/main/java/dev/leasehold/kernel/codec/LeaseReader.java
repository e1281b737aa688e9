package dev.leasehold.kernel.codec;

import dev.leasehold.kernel.access.IpToken;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.BudgetRequest;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.state.Holder;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.RareFields;
import dev.leasehold.kernel.state.Space;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.ExpiryCause;
import dev.leasehold.kernel.view.QueuePlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the leases of a snapshot, in the order of their births. */
final class LeaseReader {

  private final BytesIn in;
  private final long format;
  private final State state;
  private final LeaseLinks links;
  private long lastBirth;

  /** Reads into the state; what a lease links to is left to the links. */
  LeaseReader(BytesIn in, long format, State state, LeaseLinks links) {
    this.in = in;
    this.format = format;
    this.state = state;
    this.links = links;
  }

  void read() {
    int leases = in.readCount();
    state.leases.expect(leases);
    for (int left = leases; left > 0; left--) {
      readLease();
    }
  }

  private void readLease() {
    String id = in.readString();
    if (state.leases.find(id) != null) {
      throw new IllegalArgumentException("a lease that is there twice: " + id);
    }
    long birth = in.readVarint();
    if (birth <= lastBirth || birth > state.lastPosition) {
      throw new IllegalArgumentException("a lease out of the order of births: " + id);
    }
    lastBirth = birth;
    Policy policy = state.policies.find(in.readString(), in.readInt());
    Space space = state.space(in.readString());
    Scope scope = Scope.ofCanonical(Encoding.readStrings(in));
    Mode mode = Encoding.readEnum(Mode.class, in);
    Holder holder = state.holder(in.readString());
    String session = in.readString();
    boolean callersId = in.readBoolean();
    Map<String, String> labels = Encoding.readMap(in);
    Event.Request request = new Event.Request("", in.readString(), 0);
    int maxRenewals = in.readInt();
    Claim claim =
        new Claim(
            id,
            callersId,
            policy.name(),
            policy.version(),
            space.name,
            scope,
            mode,
            holder.name,
            session,
            0,
            maxRenewals,
            labels,
            request,
            Claim.RareTerms.NONE);
    LeaseRecord record = new LeaseRecord(claim, birth, policy, space, holder);
    record.restore(
        Encoding.readEnum(LeaseState.class, in),
        in.readVarint(),
        in.readVarint(),
        in.readVarint(),
        in.readVarint(),
        in.readVarint(),
        in.readVarint(),
        in.readInt(),
        in.readVarint(),
        readEnding());
    state.remember(record);
    links.add(record);
    for (Event.Request made : readRequests()) {
      state.remember(made, record);
    }
    if (in.readBoolean()) {
      readRare(record, record.rareToWrite());
    }
  }

  private List<Event.Request> readRequests() {
    List<Event.Request> requests = new ArrayList<>();
    for (int left = in.readCount(); left > 0; left--) {
      requests.add(new Event.Request(in.readString(), in.readString(), in.readLong()));
    }
    return requests;
  }

  private @Nullable Ending readEnding() {
    if (!in.readBoolean()) {
      return null;
    }
    long tick = in.readVarint();
    long wall = in.readVarint();
    int cause = in.readByte();
    if (cause > ExpiryCause.values().length) {
      throw new IllegalArgumentException("no cause of an expiry: " + cause);
    }
    return new Ending(
        tick,
        wall,
        cause == 0 ? null : ExpiryCause.values()[cause - 1],
        in.readString(),
        in.readString(),
        in.readVarint());
  }

  private void readRare(LeaseRecord record, RareFields rare) {
    rare.heartbeatNanos = in.readVarint();
    rare.heartbeatDeadlineTick = in.readVarint();
    rare.excused = format >= Snapshot.WITH_EXCUSES && in.readBoolean();
    if (in.readBoolean()) {
      rare.place =
          new QueuePlace(
              in.readVarint(), in.readVarint(), in.readVarint(), in.readInt(), in.readBoolean());
    }
    rare.requestedBudget = Encoding.readAmounts(in);
    rare.pool = in.readString();
    rare.unclaimed = in.readBoolean();
    rare.announcedEnd = in.readBoolean() ? Encoding.readPlannedEnd(in) : null;
    rare.delayedRelease = in.readBoolean() ? Encoding.readPlannedEnd(in) : null;
    rare.reminded = in.readBoolean();
    rare.cappedNanos = in.readVarint();
    rare.authority = Encoding.readAuthority(in);
    rare.tokenId = in.readString();
    rare.tokenDeadlineTick = in.readVarint();
    rare.forgettableTick = in.readVarint();
    String parent = in.readString();
    if (!parent.isEmpty()) {
      links.parent(record, parent);
    }
    if (in.readBoolean()) {
      links.account(record, readAccount());
    }
    if (format > Snapshot.WITH_IDS_OF_QUESTIONS && in.readBoolean()) {
      readTokens(rare);
    }
    rare.lateCommit = format > Snapshot.WITH_REQUESTS_FOR_MORE ? in.readString() : "";
    if (format > Snapshot.WITH_REQUESTS_FOR_MORE) {
      for (int left = countOfRequests(); left > 0; left--) {
        links.addRequest(readRequestForMore(), in.readVarint(), in.readVarint(), record);
      }
    }
  }

  private void readTokens(RareFields rare) {
    rare.revokesToken = in.readBoolean();
    IpToken token = new IpToken(in.readString(), in.readString(), in.readVarint());
    rare.ipToken = token.id().isEmpty() ? null : token;
  }

  private LeaseLinks.AccountData readAccount() {
    Amounts granted = Encoding.readAmounts(in);
    Amounts reserved = Encoding.readAmounts(in);
    Amounts delegated = Encoding.readAmounts(in);
    Amounts spent = Encoding.readAmounts(in);
    Amounts returned = Encoding.readAmounts(in);
    List<LeaseLinks.ReservationData> reservations = new ArrayList<>();
    for (int left = in.readCount(); left > 0; left--) {
      reservations.add(
          new LeaseLinks.ReservationData(
              in.readString(),
              in.readVarint(),
              in.readVarint(),
              Encoding.readAmounts(in),
              format > Snapshot.WITH_IP_TOKENS ? Encoding.readMap(in) : Map.of()));
    }
    Map<String, Long> settled = new TreeMap<>();
    for (int left = in.readCount(); left > 0; left--) {
      settled.put(in.readString(), in.readLong());
    }
    return new LeaseLinks.AccountData(
        granted,
        reserved,
        delegated,
        spent,
        returned,
        reservations,
        settled,
        readRequests(),
        readBudgetRequests());
  }

  private List<LeaseLinks.BudgetRequestData> readBudgetRequests() {
    List<LeaseLinks.BudgetRequestData> requests = new ArrayList<>();
    for (int left = format > Snapshot.WITH_IP_TOKENS ? countOfRequests() : 0; left > 0; left--) {
      requests.add(readRequestForMore());
    }
    return requests;
  }

  private int countOfRequests() {
    int count = in.readCount();
    if (count > Limits.MAX_REQUESTS_OF_ONE) {
      throw new IllegalArgumentException("more requests than a lease may have");
    }
    return count;
  }

  private LeaseLinks.BudgetRequestData readRequestForMore() {
    return new LeaseLinks.BudgetRequestData(
        in.readVarint(),
        Encoding.readAmounts(in),
        in.readString(),
        in.readVarint(),
        Encoding.readEnum(BudgetRequest.Status.class, in),
        in.readString(),
        in.readString(),
        in.readVarint(),
        format > Snapshot.WITH_REQUESTS_FOR_MORE ? in.readString() : "");
  }
}
