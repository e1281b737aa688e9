package dev.leasehold.node.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.api.AnnotationsProto;
import com.google.api.HttpRule;
import com.google.protobuf.Message;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.node.ServedNode.Response;
import dev.leasehold.node.SharedNode;
import dev.leasehold.node.http.Route;
import dev.leasehold.node.wire.GrpcWire;
import dev.leasehold.node.wire.Wire;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Permissions: every operation with every role and with none, over HTTP and gRPC. */
class RoleMatrixTest extends SharedNode {

  /** An operation and the roles that it is open to. */
  private static final Map<String, Set<Role>> MATRIX = new HashMap<>();

  static {
    row("Acquire", Role.AGENT, Role.ADMIN);
    row("GetLease", Role.AGENT, Role.AUDITOR, Role.ADMIN);
    row("ListLeases", Role.AGENT, Role.AUDITOR, Role.ADMIN);
    row("GetHistory", Role.AGENT, Role.AUDITOR, Role.ADMIN);
    row("RenewLease", Role.AGENT, Role.ADMIN);
    row("HeartbeatLease", Role.AGENT, Role.ADMIN);
    row("ReleaseLease", Role.AGENT, Role.ADMIN);
    row("CompleteLease", Role.AGENT, Role.ADMIN);
    row("CloseLease", Role.AGENT, Role.ADMIN);
    row("RevokeLease", Role.ADMIN);
    row("ReleaseAll", Role.ADMIN);
    row("ExpireLeases", Role.ADMIN);
    row("CheckPath", Role.AGENT, Role.AUDITOR, Role.ADMIN);
    row("DeclareSpace", Role.ADMIN);
    row("GetSpace", Role.AGENT, Role.AUDITOR, Role.ADMIN);
    row("ListSpaces", Role.AGENT, Role.AUDITOR, Role.ADMIN);
    row("GetCertificate", Role.AGENT, Role.AUDITOR, Role.ADMIN);
    row("IntrospectToken", Role.AGENT, Role.AUDITOR, Role.ADMIN, Role.GATEWAY);
    row("ValidateLease", Role.AGENT, Role.AUDITOR, Role.ADMIN);
    row("AdvanceLease", Role.AGENT, Role.ADMIN);
    row("TransferLease", Role.AGENT, Role.ADMIN);
    row("ConvertLease", Role.AGENT, Role.ADMIN);
    row("DeriveLease", Role.AGENT, Role.ADMIN);
    row("AskLease", Role.AGENT, Role.AUDITOR, Role.ADMIN);
    row("AcknowledgeNotices", Role.AGENT, Role.ADMIN);
    row("Handshake", Role.AGENT, Role.ADMIN);
    row("Spend", Role.AGENT, Role.ADMIN);
    row("Reserve", Role.AGENT, Role.ADMIN, Role.GATEWAY);
    row("Settle", Role.AGENT, Role.ADMIN, Role.GATEWAY);
    row("CancelReservation", Role.AGENT, Role.ADMIN, Role.GATEWAY);
    row("AdjustReservation", Role.AGENT, Role.ADMIN);
    row("RefreshLease", Role.AGENT, Role.ADMIN);
    row("RequestMore", Role.AGENT, Role.ADMIN);
    row("RequestExtension", Role.AGENT, Role.ADMIN);
    row("ListBudgetRequests", Role.AGENT, Role.AUDITOR, Role.ADMIN);
    row("ApproveBudgetRequest", Role.ADMIN);
    row("DeclineBudgetRequest", Role.ADMIN);
    row("GetBudgetReport", Role.AGENT, Role.AUDITOR, Role.ADMIN);
    row("SetRecurrence", Role.ADMIN);
    row("CreatePool", Role.ADMIN);
    row("ListPools", Role.AUDITOR, Role.ADMIN);
    row("GetPool", Role.AGENT, Role.AUDITOR, Role.ADMIN);
    row("Deposit", Role.ADMIN);
    row("Withdraw", Role.ADMIN);
    row("ConfirmPool", Role.ADMIN);
    row("AddProvider", Role.ADMIN);
    row("ListProviders", Role.AUDITOR, Role.ADMIN);
    row("GetProvider", Role.AUDITOR, Role.ADMIN, Role.GATEWAY);
    row("DeleteProvider", Role.ADMIN);
    row("RotateProviderKey", Role.ADMIN);
    row("SealProviderKey", Role.GATEWAY);
    row("AddWebhook", Role.ADMIN);
    row("ListWebhooks", Role.AUDITOR, Role.ADMIN);
    row("GetWebhook", Role.AUDITOR, Role.ADMIN);
    row("DeleteWebhook", Role.ADMIN);
    row("ResendWebhook", Role.ADMIN);
    row("TestWebhook", Role.ADMIN);
    row("AddAddress", Role.AGENT, Role.ADMIN);
    row("ListAddresses", Role.AGENT, Role.AUDITOR, Role.ADMIN);
    row("GetAddress", Role.AGENT, Role.AUDITOR, Role.ADMIN);
    row("DeleteAddress", Role.AGENT, Role.ADMIN);
    row("ConfirmAddress", Role.AGENT, Role.ADMIN);
    row("ResendAddress", Role.AGENT, Role.ADMIN);
    row("TestAddress", Role.AGENT, Role.ADMIN);
    row("AddPolicy", Role.ADMIN);
    row("ListPolicies", Role.AGENT, Role.AUDITOR, Role.ADMIN);
    row("GetConfig", Role.AGENT, Role.AUDITOR, Role.ADMIN);
    row("SetConfig", Role.ADMIN);
    row("CreateToken", Role.ADMIN);
    row("ListTokens", Role.ADMIN);
    row("DeleteToken", Role.ADMIN);
  }

  private static void row(String operation, Role... roles) {
    MATRIX.put(operation, Set.of(roles));
  }

  static final Map<Role, String> TOKENS = new EnumMap<>(Role.class);

  private Wire grpc;

  @BeforeAll
  void start() {
    grpc = new GrpcWire(node.url());
    node.post("/v1/pools", "{\"id\":\"x\"}");
    for (Role role : Role.values()) {
      String name = role.name().toLowerCase(Locale.ROOT);
      TOKENS.put(role, token("some-" + name, name));
    }
  }

  @AfterAll
  void stop() {
    grpc.close();
  }

  /** An agent's pool is the one that is asked for, as it may read no other. */
  private String token(String actor, String role) {
    Response issued =
        node.post(
            "/v1/tokens",
            "{\"actor\":\"%s\",\"role\":\"%s\",\"pool\":\"%s\"}"
                .formatted(actor, role, role.equals("agent") ? "x" : ""));
    return issued.get("token");
  }

  @Test
  void everyOperationHasARow() {
    assertThat(Operations.ALL.stream().map(RoleMatrixTest::name).collect(Collectors.toSet()))
        .isEqualTo(MATRIX.keySet());
  }

  @Test
  void everyMethodOfEveryServiceIsAnOperation() {
    Set<String> served =
        Operations.ALL.stream().map(o -> o.schema().getFullName()).collect(Collectors.toSet());
    Operations.ALL.stream()
        .map(operation -> operation.schema().getService())
        .flatMap(service -> service.getMethods().stream())
        .forEach(method -> assertThat(served).contains(method.getFullName()));
  }

  @Test
  void aRoleMayDoWhatItsRowSaysAndNothingElse() {
    for (Operation operation : Operations.ALL) {
      for (Role role : Role.values()) {
        Response response = call(operation, TOKENS.get(role));
        String what = role + " " + name(operation) + ": " + response.text();
        if (MATRIX.get(name(operation)).contains(role)) {
          assertThat(response.status()).as(what).isNotIn(401, 403, 405, 500);
        } else {
          assertThat(response.status()).as(what).isEqualTo(403);
          assertThat(response.get("code")).as(what).isEqualTo("FORBIDDEN");
        }
      }
    }
  }

  @Test
  void withoutATokenNothingIsDone() {
    for (Operation operation : Operations.ALL) {
      Response response = call(operation, "");
      RefusalsTest.assertProblem(response, 401, "UNAUTHENTICATED");
      assertThat(response.header("www-authenticate")).isEqualTo("Bearer");
    }
  }

  @Test
  void theSameHoldsOverGrpc() {
    for (Operation operation : Operations.ALL) {
      for (Role role : Role.values()) {
        String code = grpcCode(operation, TOKENS.get(role));
        String what = role + " " + name(operation);
        if (MATRIX.get(name(operation)).contains(role)) {
          assertThat(code).as(what).isNotIn("UNAUTHENTICATED", "FORBIDDEN", "INTERNAL");
        } else {
          assertThat(code).as(what).isEqualTo("FORBIDDEN");
        }
      }
      assertThat(grpcCode(operation, "")).as(name(operation)).isEqualTo("UNAUTHENTICATED");
    }
  }

  /** The code that a request gets which has only the names in the path; empty if it succeeds. */
  private String grpcCode(Operation operation, String token) {
    Message.Builder request = operation.prototype().newBuilderForType();
    Route.of(operation).variables().forEach(field -> request.setField(field, "x"));
    Message answer = grpc.send(token, request.build()).answer().join();
    return answer instanceof Problem problem ? problem.getCode() : "";
  }

  private Response call(Operation operation, String token) {
    HttpRule rule = operation.schema().getOptions().getExtension(AnnotationsProto.http);
    String template = rule.getGet() + rule.getPut() + rule.getPost() + rule.getDelete();
    return node.send(
        token, rule.getPatternCase().name(), template.replaceAll("\\{[a-z_]*}", "x"), "");
  }

  private static String name(Operation operation) {
    return operation.schema().getName();
  }
}
