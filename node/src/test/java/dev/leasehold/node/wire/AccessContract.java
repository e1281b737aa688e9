package dev.leasehold.node.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.api.v1.AddPolicyRequest;
import dev.leasehold.api.v1.CheckPathRequest;
import dev.leasehold.api.v1.CheckPathResponse;
import dev.leasehold.api.v1.CreateTokenRequest;
import dev.leasehold.api.v1.CreateTokenResponse;
import dev.leasehold.api.v1.DeclareSpaceRequest;
import dev.leasehold.api.v1.DeleteTokenRequest;
import dev.leasehold.api.v1.ListPoliciesRequest;
import dev.leasehold.api.v1.ListPoliciesResponse;
import dev.leasehold.api.v1.ListTokensRequest;
import dev.leasehold.api.v1.ListTokensResponse;
import dev.leasehold.api.v1.Policy;
import dev.leasehold.api.v1.Space;
import dev.leasehold.api.v1.Token;
import org.junit.jupiter.api.Test;

/** Tokens and what they allow, and what an admin arranges. */
abstract class AccessContract extends WireContract {

  AccessContract(Surface surface) {
    super(surface);
  }

  @Test
  void nothingIsDoneWithoutAToken() {
    client("").refused(401, "UNAUTHENTICATED", acquire("nobody", "/a"));
    client("no-token").refused(401, "UNAUTHENTICATED", acquire("nobody", "/a"));
  }

  @Test
  void whatARoleMayNotDoItMayNotDoHere() {
    WireClient auditor = client(node.tokenFor("eve", "auditor"));

    auditor.refused(403, "FORBIDDEN", acquire("auditor", "/a"));
  }

  @Test
  void aTokenThatIsRevokedIsRefusedFromTheNextRequestOn() {
    CreateTokenResponse created =
        admin.ask(
            CreateTokenResponse.class,
            CreateTokenRequest.newBuilder().setActor("carol").setRole("AGENT"));
    assertThat(created.getToken()).startsWith("lh_" + created.getTokenId() + "_");
    assertThat(admin.ask(ListTokensResponse.class, ListTokensRequest.newBuilder()).getTokensList())
        .anyMatch(token -> token.getActor().equals("carol") && token.getRole().equals("agent"));
    WireClient carol = client(created.getToken());
    carol.lease(acquire("revoked", "/a"));

    Token deleted =
        admin.ask(Token.class, DeleteTokenRequest.newBuilder().setTokenId(created.getTokenId()));

    assertThat(deleted.getActor()).isEqualTo("carol");
    carol.refused(401, "UNAUTHENTICATED", acquire("revoked", "/b"));
    admin.refused(404, "NOT_FOUND", DeleteTokenRequest.newBuilder().setTokenId("none"));
  }

  @Test
  void aSpaceMayIgnoreCase() {
    Space declared =
        admin.ask(
            Space.class, DeclareSpaceRequest.newBuilder().setSpace("win").setCaseInsensitive(true));
    assertThat(declared.getCaseInsensitive()).isTrue();
    admin.lease(acquire("win", "/Readme"));

    CheckPathRequest.Builder check = CheckPathRequest.newBuilder().setSpace("win");
    assertThat(admin.ask(CheckPathResponse.class, check.clearPath().addPath("/README")).getFree())
        .isFalse();
  }

  @Test
  void anAdminAddsAPolicy() {
    Policy added =
        admin.ask(
            Policy.class,
            AddPolicyRequest.newBuilder()
                .setName("quick")
                .setDefaultTtl(seconds(5))
                .setMaxRenewals(0));

    assertThat(added.getVersion()).isEqualTo(1);
    assertThat(
            admin
                .ask(ListPoliciesResponse.class, ListPoliciesRequest.newBuilder())
                .getPoliciesList())
        .contains(added)
        .hasSize(7);
    assertThat(admin.lease(acquire("quick", "/a").setPolicy("quick")).getTtl())
        .isEqualTo(seconds(5));
  }
}
