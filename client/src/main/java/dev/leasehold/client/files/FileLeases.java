package dev.leasehold.client.files;

import dev.leasehold.api.v1.CheckPathRequest;
import dev.leasehold.api.v1.ConfigServiceGrpc;
import dev.leasehold.api.v1.ExpireLeasesRequest;
import dev.leasehold.api.v1.GetConfigRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.LeaseServiceGrpc;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.ReleaseAllRequest;
import dev.leasehold.api.v1.ReleaseLeaseRequest;
import dev.leasehold.api.v1.RenewLeaseRequest;
import dev.leasehold.api.v1.Setting;
import dev.leasehold.client.Acquisition;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseFinder;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.RefusedException;
import dev.leasehold.client.ServerCalls;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Keeps agents from editing the same file at the same time. Safe for threads.
 *
 * <pre>{@code
 * FileLeases files = FileLeases.in(client, "repo-a");
 * try (HeldLease lease = files.hold("/src/api/login.ts")) {
 *   lease.ensureHeld();
 *   Files.writeString(login, text);
 * }
 * }</pre>
 *
 * <p>{@link #hold} is all that most programs need: the lease is renewed as long as it is held. The
 * eleven operations below it are those of a classic lease manager, for programs that renew by
 * themselves.
 *
 * <p>The agent is always the one whom the client's token names: nobody can acquire, renew or
 * release for another, so these operations take no agent's id. Where an agent's id is a question,
 * it is an argument; agents are told of all leases in their spaces, or of their own only, as the
 * server's setting {@code agents_see} has it.
 *
 * <p>Compiled example: {@code FilesExample} in the tests of this module.
 */
public final class FileLeases {

  private final LeaseholdClient client;
  private final String space;

  private FileLeases(LeaseholdClient client, String space) {
    this.client = client;
    this.space = space;
  }

  /** The files of one space, for instance of one repository. */
  public static FileLeases in(LeaseholdClient client, String space) {
    return new FileLeases(client, space);
  }

  /**
   * Takes all of the files, or none, and keeps them until the lease is closed or lost.
   *
   * @throws RefusedException if somebody else has one of them
   */
  public HeldLease hold(String... paths) {
    return client.lease(space).paths(rooted(paths)).hold();
  }

  /** Takes all of the files and keeps them; waits for others first, at most so long. */
  public HeldLease hold(Duration waitAtMost, String... paths) {
    return client.lease(space).paths(rooted(paths)).waitAtMost(waitAtMost).hold();
  }

  private static List<String> rooted(String... paths) {
    return Arrays.stream(paths).map(LeaseFinder::rooted).toList();
  }

  /**
   * Takes a file and leaves the renewing to the caller. A refusal is an answer and not an
   * exception. An agent that has the file already does not wait for itself: it is refused at once,
   * and the conflict names its own lease.
   *
   * @throws dev.leasehold.client.LeaseholdException if the server has not answered
   */
  public AcquisitionResponse acquireLease(AcquisitionRequest request) {
    long beginNanos = System.nanoTime();
    try {
      Lease lease = acquisition(request).acquire();
      return AcquisitionResponse.granted(lease, since(beginNanos));
    } catch (RefusedException e) {
      return AcquisitionResponse.refused(e.problem(), since(beginNanos));
    }
  }

  private Acquisition acquisition(AcquisitionRequest request) {
    Acquisition acquisition = client.lease(space).path(LeaseFinder.rooted(request.filePath()));
    if (request.maxRenewals() != AcquisitionRequest.UNLIMITED) {
      acquisition.maxRenewals(request.maxRenewals());
    }
    if (request.ttl() != null) {
      acquisition.ttl(request.ttl());
    }
    if (request.blocking()) {
      Duration timeout = request.timeout();
      acquisition.waitAtMost(timeout == null ? acquisitionTimeout() : timeout);
    }
    return acquisition;
  }

  private Duration acquisitionTimeout() {
    return ServerCalls.ask(
            client, ConfigServiceGrpc.getGetConfigMethod(), GetConfigRequest.getDefaultInstance())
        .getSettingsList()
        .stream()
        .filter(setting -> setting.getKey().equals("acquisition_timeout_ms"))
        .map(Setting::getValue)
        .map(millis -> Duration.ofMillis(Long.parseLong(millis)))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the server has no acquisition_timeout_ms"));
  }

  private static Duration since(long beginNanos) {
    return Duration.ofNanos(System.nanoTime() - beginNanos);
  }

  /**
   * Renews the caller's lease for its own ttl, from now.
   *
   * @throws RefusedException for instance {@code MAX_RENEWALS_EXCEEDED}, {@code NOT_HOLDER} if the
   *     lease is another agent's, {@code LEASE_EXPIRED}: what has ended is not revived
   */
  public Lease renewLease(String leaseId) {
    return client.renew(RenewLeaseRequest.newBuilder().setLeaseId(leaseId).build());
  }

  /** Renews the caller's lease for another ttl, from now; it must end later than before. */
  public Lease renewLease(String leaseId, Duration newTtl) {
    return client.renew(
        RenewLeaseRequest.newBuilder()
            .setLeaseId(leaseId)
            .setTtl(
                com.google.protobuf.Duration.newBuilder()
                    .setSeconds(newTtl.getSeconds())
                    .setNanos(newTtl.getNano()))
            .build());
  }

  /**
   * Gives the caller's lease back. Others can have the file at once.
   *
   * @throws RefusedException for instance {@code NOT_HOLDER}, {@code LEASE_ALREADY_TERMINAL}
   */
  public Lease releaseLease(String leaseId) {
    return client.release(ReleaseLeaseRequest.newBuilder().setLeaseId(leaseId).build());
  }

  /** A lease, also one that has ended; empty if there never was one with that id. */
  public Optional<Lease> getLease(String leaseId) {
    return LeaseFinder.find(client, leaseId);
  }

  /** The leases and waits that cover the file, also by a directory or a pattern. */
  public List<Lease> getFileLeases(String filePath) {
    return LeaseFinder.all(client, inSpace().setPath(LeaseFinder.rooted(filePath)).build());
  }

  /**
   * The leases that the agent has in this space, and its waits.
   *
   * @throws RefusedException with {@code FORBIDDEN} if an agent asks about another, and agents see
   *     their own leases only
   */
  public List<Lease> getAgentLeases(String agentId) {
    return LeaseFinder.all(client, inSpace().setHolder(agentId).build());
  }

  /** All that is held in this space, and all that is waited for. */
  public List<Lease> getAllLeases() {
    return LeaseFinder.all(client, inSpace().build());
  }

  /**
   * Whether anybody, the caller included, keeps the file from being taken exclusively. Everybody
   * may ask this about any file.
   */
  public boolean isFileLocked(String filePath) {
    return !client
        .check(
            CheckPathRequest.newBuilder()
                .setSpace(space)
                .addPath(LeaseFinder.rooted(filePath))
                .build())
        .getFree();
  }

  /**
   * Whether the agent has the file now; to wait for it is not enough.
   *
   * @throws RefusedException with {@code FORBIDDEN} if an agent asks about another, and agents see
   *     their own leases only
   */
  public boolean hasAgentLease(String agentId, String filePath) {
    ListLeasesRequest.Builder request =
        inSpace()
            .setHolder(agentId)
            .setPath(LeaseFinder.rooted(filePath))
            .addState(Lease.State.ACTIVE);
    return !LeaseFinder.all(client, request.build()).isEmpty();
  }

  /**
   * Has the server record what is over, in all spaces; for admins. Leases end at their deadlines
   * with or without it, and the server records that by itself unless it was told not to.
   *
   * @return how many leases and waits were found to be over
   */
  public int cleanupExpiredLeases() {
    return ServerCalls.ask(
            client,
            LeaseServiceGrpc.getExpireLeasesMethod(),
            ExpireLeasesRequest.getDefaultInstance())
        .getExpired();
  }

  /**
   * Takes everything away from an agent, in all spaces, whatever it is doing; for admins. The agent
   * is told, and the reason is recorded.
   *
   * @return how many leases and waits were ended
   */
  public int forceReleaseAgentLeases(String agentId, String reason) {
    ReleaseAllRequest request =
        ReleaseAllRequest.newBuilder().setHolder(agentId).setReason(reason).build();
    return ServerCalls.ask(client, LeaseServiceGrpc.getReleaseAllMethod(), request).getReleased();
  }

  private ListLeasesRequest.Builder inSpace() {
    return ListLeasesRequest.newBuilder().setSpace(space);
  }
}
