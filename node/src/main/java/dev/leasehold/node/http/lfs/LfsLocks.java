package dev.leasehold.node.http.lfs;

import static java.util.concurrent.CompletableFuture.completedFuture;

import com.linecorp.armeria.common.HttpStatus;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.Conflict;
import dev.leasehold.api.v1.GetLeaseRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.ListLeasesResponse;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.ReleaseLeaseRequest;
import dev.leasehold.api.v1.RevokeLeaseRequest;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.node.authorise.Permission;
import dev.leasehold.node.operation.codec.FieldText;
import dev.leasehold.node.operation.codec.MalformedInput;
import dev.leasehold.node.operation.problem.ProblemCode;
import dev.leasehold.node.operation.translate.Answer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** The locking API, by way of the operations that all others use. */
final class LfsLocks {

  private static final String POLICY = Policy.LFS.name();

  private static final String FORCED = "unlocked by force with git-lfs";

  private LfsLocks() {}

  /**
   * Takes the lease of one file; a file that is locked already is answered in the words of the API.
   */
  static CompletableFuture<LfsAnswer> lock(LfsRequest request, LfsBody body) throws MalformedInput {
    String name = name(body.value("path"));
    AcquireRequest acquire =
        AcquireRequest.newBuilder()
            .setPolicy(POLICY)
            .setSpace(request.space())
            .addPaths(name)
            .build();
    return request
        .ask(acquire)
        .thenCompose(
            answer ->
                switch (answer) {
                  case Answer.Success success ->
                      completedFuture(
                          LfsAnswer.created(LfsLock.of((Lease) success.message(), name)));
                  case Answer.Refused refused -> refusedLock(request, refused.problem(), name);
                });
  }

  /** The file's name in the space; a slash at the end would mean all below it. */
  private static String name(String path) throws MalformedInput {
    if (path.isEmpty()) {
      throw MalformedInput.of("path", "name the file to lock, from the root of the repository");
    }
    if (path.endsWith("/")) {
      throw MalformedInput.of("path", "a lock is for one file, so its path does not end with /");
    }
    return "/" + path;
  }

  private static CompletableFuture<LfsAnswer> refusedLock(
      LfsRequest request, Problem problem, String name) {
    return problem.getConflictsCount() == 0
        ? completedFuture(LfsAnswer.refused(problem))
        : lockInTheWay(request, problem.getConflicts(0), name)
            .thenApply(lock -> LfsAnswer.conflict(problem, lock));
  }

  /**
   * The lease in the way as a lock on the file that was asked for, which it may name by a pattern.
   * When it was made is not told to those who may not see it.
   */
  private static CompletableFuture<LfsLock> lockInTheWay(
      LfsRequest request, Conflict conflict, String name) {
    Lease outline =
        Lease.newBuilder()
            .setLeaseId(conflict.getLeaseId())
            .setHolder(conflict.getHolder())
            .build();
    return lease(request, conflict.getLeaseId())
        .thenApply(
            answer ->
                LfsLock.of(
                    answer instanceof Answer.Success success ? (Lease) success.message() : outline,
                    name));
  }

  private static CompletableFuture<Answer> lease(LfsRequest request, String id) {
    return request.ask(GetLeaseRequest.newBuilder().setLeaseId(id).build());
  }

  /** Lists locks by what the query says. Branches do not matter: a file is locked on all. */
  static CompletableFuture<LfsAnswer> list(LfsRequest request, LfsTarget target)
      throws MalformedInput {
    String path = target.parameter("path");
    String id = target.parameter("id");
    if (!id.isEmpty()) {
      return one(request, id, path);
    }
    ListLeasesRequest.Builder list =
        page(request, target.parameter("cursor"), target.parameter("limit")).setPolicy(POLICY);
    if (!path.isEmpty()) {
      list.setPath(name(path));
    }
    return request.ask(
        list.build(),
        ListLeasesResponse.class,
        listed ->
            completedFuture(
                LfsAnswer.locks(
                    Map.of("locks", locks(listed, path).toList()), listed.getNextPageToken())));
  }

  /**
   * The locks of leases. One that is asked for by path is told by that path: a space may have
   * normalised the name, or ignore its case, and git-lfs compares names as the repository has them.
   */
  private static Stream<LfsLock> locks(ListLeasesResponse listed, String path) {
    Stream<LfsLock> all =
        listed.getLeasesList().stream().flatMap(lease -> LfsLock.of(lease).stream());
    return path.isEmpty()
        ? all
        : all.filter(lock -> lock.isOn(path)).map(lock -> lock.withPath(path));
  }

  private static CompletableFuture<LfsAnswer> one(LfsRequest request, String id, String path) {
    return lease(request, id)
        .thenApply(
            answer -> {
              ListLeasesResponse.Builder found = ListLeasesResponse.newBuilder();
              if (answer instanceof Answer.Refused refused && isForNow(refused)) {
                return LfsAnswer.refused(refused.problem());
              }
              if (answer instanceof Answer.Success success
                  && isLock(request, (Lease) success.message())) {
                found.addLeases((Lease) success.message());
              }
              return LfsAnswer.locks(Map.of("locks", locks(found.build(), path).toList()), "");
            });
  }

  /** Whether the server cannot tell now; an id that is none is no lock. */
  private static boolean isForNow(Answer.Refused refused) {
    return refused.problem().getStatus() >= HttpStatus.TOO_MANY_REQUESTS.code();
  }

  private static boolean isLock(LfsRequest request, Lease lease) {
    return lease.getState() == Lease.State.ACTIVE
        && lease.getPolicy().equals(POLICY)
        && lease.getSpace().equals(request.space());
  }

  /** The API leaves the bounds of a page to the server, so figures beyond them are brought in. */
  private static ListLeasesRequest.Builder page(LfsRequest request, String cursor, String limit)
      throws MalformedInput {
    ListLeasesRequest.Builder list =
        ListLeasesRequest.newBuilder()
            .setSpace(request.space())
            .addState(Lease.State.ACTIVE)
            .setPageToken(cursor);
    try {
      int wanted = limit.isEmpty() ? 0 : FieldText.nearestInt32(limit);
      return wanted <= 0 ? list : list.setPageSize(Math.min(wanted, Limits.MAX_PAGE_SIZE));
    } catch (MalformedInput e) {
      throw e.in("limit");
    }
  }

  /**
   * Lists the locks that a push has to mind: the caller's own locks, and every file that others
   * name in a lease of whatever policy.
   */
  static CompletableFuture<LfsAnswer> verify(LfsRequest request, LfsBody body)
      throws MalformedInput {
    ListLeasesRequest list = page(request, body.value("cursor"), body.value("limit")).build();
    return request.ask(
        list,
        ListLeasesResponse.class,
        listed -> {
          List<LfsLock> ours = new ArrayList<>();
          List<LfsLock> theirs = new ArrayList<>();
          for (Lease lease : listed.getLeasesList()) {
            if (!lease.getHolder().equals(request.caller().actor())) {
              theirs.addAll(LfsLock.of(lease));
            } else if (lease.getPolicy().equals(POLICY)) {
              ours.addAll(LfsLock.of(lease));
            }
          }
          Map<String, List<LfsLock>> groups = new LinkedHashMap<>();
          groups.put("ours", ours);
          groups.put("theirs", theirs);
          return completedFuture(LfsAnswer.locks(groups, listed.getNextPageToken()));
        });
  }

  /** Lets go of the caller's own lock; of another's only an admin, who has to say so. */
  static CompletableFuture<LfsAnswer> unlock(LfsRequest request, String id, LfsBody body)
      throws MalformedInput {
    boolean force = body.isTrue("force");
    return lease(request, id)
        .thenCompose(
            answer ->
                switch (answer) {
                  case Answer.Success success -> unlock(request, (Lease) success.message(), force);
                  case Answer.Refused refused ->
                      completedFuture(
                          refused.problem().getCode().equals(ProblemCode.LEASE_NOT_FOUND.name())
                              ? noSuchLock(id)
                              : LfsAnswer.refused(refused.problem()));
                });
  }

  private static CompletableFuture<LfsAnswer> unlock(
      LfsRequest request, Lease lease, boolean force) {
    String id = lease.getLeaseId();
    if (!isLock(request, lease)) {
      return completedFuture(noSuchLock(id));
    }
    List<LfsLock> locks = LfsLock.of(lease);
    if (locks.isEmpty()) {
      return completedFuture(noSuchLock(id));
    }
    if (lease.getHolder().equals(request.caller().actor())) {
      return request.ask(
          ReleaseLeaseRequest.newBuilder().setLeaseId(id).build(),
          Lease.class,
          released -> completedFuture(LfsAnswer.unlocked(locks.get(0))));
    }
    if (!force || !Permission.REVOKE.isGrantedTo(request.caller())) {
      return completedFuture(othersLock(request, lease, force));
    }
    return request.ask(
        RevokeLeaseRequest.newBuilder().setLeaseId(id).setReason(FORCED).build(),
        Lease.class,
        revoked -> completedFuture(LfsAnswer.unlocked(locks.get(0))));
  }

  private static LfsAnswer noSuchLock(String id) {
    return LfsAnswer.refused(
        ProblemCode.LEASE_NOT_FOUND.httpStatus(),
        "there is no lock " + id + "; it may have been unlocked, or its time may be over");
  }

  private static LfsAnswer othersLock(LfsRequest request, Lease lease, boolean force) {
    String role = request.caller().role().name().toLowerCase(Locale.ROOT);
    return LfsAnswer.refused(
        ProblemCode.NOT_HOLDER.httpStatus(),
        "the lock is held by "
            + lease.getHolder()
            + (force
                ? "; only an admin unlocks by force, and your token has the role " + role
                : "; ask for it, or have an admin unlock it with --force"));
  }
}
