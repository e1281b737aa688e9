package dev.leasehold.embedded;

import dev.leasehold.api.v1.CreateTokenRequest;
import dev.leasehold.api.v1.CreateTokenResponse;
import dev.leasehold.api.v1.DeleteTokenRequest;
import dev.leasehold.api.v1.Token;
import dev.leasehold.api.v1.TokenServiceGrpc;
import dev.leasehold.api.v1.TokenServiceGrpc.TokenServiceBlockingStub;
import io.grpc.Channel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One token for each actor and role, as long as the node is open. */
final class IssuedTokens {

  private static final System.Logger LOG = System.getLogger(IssuedTokens.class.getName());

  private static final long TIMEOUT_SECONDS = 10;

  private record Bearer(String actor, Role role) {}

  private final TokenServiceBlockingStub admin;
  private final Map<Bearer, CreateTokenResponse> issued = new HashMap<>();

  IssuedTokens(Channel channel, String adminToken) {
    Metadata headers = new Metadata();
    headers.put(
        Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + adminToken);
    this.admin =
        TokenServiceGrpc.newBlockingStub(channel)
            .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
  }

  private TokenServiceBlockingStub soon() {
    return admin.withDeadlineAfter(TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }

  synchronized String of(String actor, Role role) {
    return issued.computeIfAbsent(new Bearer(actor, role), this::issue).getToken();
  }

  private CreateTokenResponse issue(Bearer bearer) {
    try {
      return soon()
          .createToken(
              CreateTokenRequest.newBuilder()
                  .setActor(bearer.actor())
                  .setRole(bearer.role().word())
                  .build());
    } catch (StatusRuntimeException e) {
      String why = String.valueOf(e.getStatus().getDescription());
      throw e.getStatus().getCode() == Status.Code.INVALID_ARGUMENT
          ? new IllegalArgumentException(why, e)
          : new IllegalStateException("no token could be issued: " + why, e);
    }
  }

  /**
   * Revokes all tokens. One that cannot be revoked now stays valid, but its secret is gone with
   * this process.
   */
  synchronized void revokeAll() {
    for (CreateTokenResponse token : issued.values()) {
      try {
        Token unused =
            soon()
                .deleteToken(
                    DeleteTokenRequest.newBuilder().setTokenId(token.getTokenId()).build());
      } catch (StatusRuntimeException e) {
        LOG.log(
            Level.DEBUG, "token {0} could not be revoked: {1}", token.getTokenId(), e.getStatus());
      }
    }
    issued.clear();
  }
}
