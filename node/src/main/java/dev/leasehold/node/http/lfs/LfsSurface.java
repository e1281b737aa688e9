package dev.leasehold.node.http.lfs;

import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.node.authorise.AccessDecision;
import dev.leasehold.node.authorise.Permission;
import dev.leasehold.node.http.receive.NotReceived;
import dev.leasehold.node.http.receive.OpenHttpRequest;
import dev.leasehold.node.http.receive.Origins;
import dev.leasehold.node.http.receive.Receiving;
import dev.leasehold.node.http.receive.WireLimits;
import dev.leasehold.node.operation.Dispatcher;
import dev.leasehold.node.operation.PresentedCredential;
import dev.leasehold.node.operation.codec.MalformedInput;
import dev.leasehold.node.operation.problem.ProblemCode;
import dev.leasehold.node.operation.problem.Problems;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The API of git-lfs at {@code /lfs/{space}}: locks, and the way to objects.
 *
 * @param upstream the server that has the objects; null if there is none
 */
public record LfsSurface(Dispatcher dispatcher, Receiving receiving, @Nullable LfsUpstream upstream)
    implements HttpService {

  private static final String NO_OBJECTS =
      "this server keeps locks and no objects; an admin names the server that has them with serve"
          + " --lfs-upstream";

  @Override
  public HttpResponse serve(ServiceRequestContext ctx, HttpRequest request) {
    LfsTarget target;
    try {
      target = LfsTarget.parse(ctx.rawPath());
    } catch (MalformedInput e) {
      return LfsReplies.problem(Problems.malformed(e));
    }
    if (target == null) {
      return LfsReplies.refused(
          ProblemCode.NOT_FOUND.httpStatus(),
          "there is no such path; set lfs.url to this server's address and /lfs/ with the name of"
              + " the space");
    }
    if (!target.kind().takes(request.method())) {
      return LfsReplies.wrongMethod(target.kind().allowed());
    }
    Problem foreign = Origins.refusal(request);
    return foreign == null ? admit(ctx, request, target) : LfsReplies.problem(foreign);
  }

  private HttpResponse admit(ServiceRequestContext ctx, HttpRequest request, LfsTarget target) {
    PresentedCredential shown = LfsCredential.of(ctx, request);
    return switch (dispatcher.admit(shown, permission(target, request.method()))) {
      case AccessDecision.Refused refused -> LfsReplies.problem(Problems.of(refused));
      case AccessDecision.Admitted admitted -> {
        Problem foreign = shown.isCertificateAlone() ? Origins.refusalByCertificate(request) : null;
        if (foreign == null && !admitted.caller().hasAccessTo(target.space())) {
          foreign =
              Problems.of(
                  ProblemCode.FORBIDDEN,
                  admitted.caller().refusalToAccess(target.space()).detail());
        }
        yield foreign == null
            ? receive(ctx, request, target, admitted.caller(), shown.authorization())
            : LfsReplies.problem(foreign);
      }
    };
  }

  /** Those who may not push may not know what a push has to mind either, as the API wants it. */
  private static Permission permission(LfsTarget target, HttpMethod method) {
    return switch (target.kind()) {
      case LOCKS -> method == HttpMethod.GET ? Permission.READ_LEASES : Permission.ACQUIRE;
      case VERIFY -> Permission.ACQUIRE;
      case UNLOCK -> Permission.RELEASE;
      case BATCH -> Permission.READ_LEASES;
    };
  }

  private HttpResponse receive(
      ServiceRequestContext ctx,
      HttpRequest request,
      LfsTarget target,
      Caller caller,
      @Nullable String authorization) {
    int limit =
        target.kind() == LfsTarget.Kind.BATCH
            ? LfsUpstream.MAX_REQUEST_BYTES
            : WireLimits.MAX_STRANGERS_BODY_BYTES;
    LfsRequest asked =
        new LfsRequest(dispatcher, caller, target.space(), new OpenHttpRequest(ctx, authorization));
    return HttpResponse.of(
        receiving
            .aggregate(ctx, request, caller.actor(), limit)
            .thenCompose(http -> answer(ctx, asked, target, http))
            .exceptionally(failure -> LfsReplies.problem(NotReceived.problemOf(failure))));
  }

  private CompletableFuture<HttpResponse> answer(
      ServiceRequestContext ctx, LfsRequest request, LfsTarget target, AggregatedHttpRequest http) {
    try {
      byte[] bytes = http.content().array();
      if (bytes.length > 0 && !Origins.isJson(http.contentType())) {
        throw MalformedInput.of("Content-Type", "send the body as " + LfsReplies.LFS_JSON);
      }
      LfsBody body = LfsBody.read(bytes);
      return switch (target.kind()) {
        case LOCKS ->
            http.method() == HttpMethod.GET
                ? respond(ctx, LfsLocks.list(request, target))
                : respond(ctx, LfsLocks.lock(request, body));
        case VERIFY -> respond(ctx, LfsLocks.verify(request, body));
        case UNLOCK -> respond(ctx, LfsLocks.unlock(request, target.lockId(), body));
        case BATCH -> batch(ctx, request, body, bytes);
      };
    } catch (MalformedInput e) {
      return CompletableFuture.completedFuture(LfsReplies.problem(Problems.malformed(e)));
    }
  }

  private static CompletableFuture<HttpResponse> respond(
      ServiceRequestContext ctx, CompletableFuture<LfsAnswer> answer) {
    return answer.thenApply(told -> LfsReplies.of(ctx, told));
  }

  private CompletableFuture<HttpResponse> batch(
      ServiceRequestContext ctx, LfsRequest request, LfsBody body, byte[] bytes)
      throws MalformedInput {
    if (isUpload(body) && !Permission.ACQUIRE.isGrantedTo(request.caller())) {
      return CompletableFuture.completedFuture(
          LfsReplies.refused(
              ProblemCode.FORBIDDEN.httpStatus(), "your token may read here, and not upload"));
    }
    if (upstream == null) {
      return CompletableFuture.completedFuture(
          LfsReplies.refused(HttpStatus.NOT_IMPLEMENTED.code(), NO_OBJECTS));
    }
    return upstream
        .batch(request.space(), bytes, ctx.eventLoop())
        .thenApply(
            reply ->
                switch (reply) {
                  case LfsUpstream.Reply.Objects objects ->
                      LfsReplies.passedOn(ctx, objects.body());
                  case LfsUpstream.Reply.Failed failed ->
                      LfsReplies.of(ctx, LfsAnswer.refused(failed.status(), failed.message()));
                });
  }

  private static boolean isUpload(LfsBody body) throws MalformedInput {
    return switch (body.value("operation")) {
      case "upload" -> true;
      case "download" -> false;
      default -> throw MalformedInput.of("operation", "expected upload or download");
    };
  }
}
