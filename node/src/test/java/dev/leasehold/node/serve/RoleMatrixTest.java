package dev.leasehold.node.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.api.AnnotationsProto;
import com.google.api.HttpRule;
import dev.leasehold.kernel.Role;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.ServedNode.Response;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may do what: every operation with every role and with none, over HTTP. */
class RoleMatrixTest {

  /** An operation and the roles that it is open to. */
  private static final Map<String, Set<Role>> MATRIX = new HashMap<>();

  static {
    row("Acquire", Role.AGENT, Role.ADMIN);
    row("GetLease", Role.AGENT, Role.AUDITOR, Role.ADMIN);
    row("ListLeases", Role.AGENT, Role.AUDITOR, Role.ADMIN);
    row("RenewLease", Role.AGENT, Role.ADMIN);
    row("ReleaseLease", Role.AGENT, Role.ADMIN);
    row("CompleteLease", Role.AGENT, Role.ADMIN);
    row("CloseLease", Role.AGENT, Role.ADMIN);
    row("RevokeLease", Role.ADMIN);
    row("CheckPath", Role.AGENT, Role.AUDITOR, Role.ADMIN);
    row("DeclareSpace", Role.ADMIN);
    row("CreateToken", Role.ADMIN);
    row("ListTokens", Role.ADMIN);
    row("DeleteToken", Role.ADMIN);
  }

  private static void row(String operation, Role... roles) {
    MATRIX.put(operation, Set.of(roles));
  }

  @TempDir static Path directory;
  static ServedNode node;
  static final Map<Role, String> TOKENS = new EnumMap<>(Role.class);

  @BeforeAll
  static void start() {
    node = ServedNode.start(directory);
    for (Role role : Role.values()) {
      String name = role.name().toLowerCase(Locale.ROOT);
      TOKENS.put(role, node.tokenFor("some-" + name, name));
    }
  }

  @AfterAll
  static void stop() throws Exception {
    node.close();
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

  private static Response call(Operation operation, String token) {
    HttpRule rule = operation.schema().getOptions().getExtension(AnnotationsProto.http);
    String template = rule.getGet() + rule.getPut() + rule.getPost() + rule.getDelete();
    return node.send(
        token, rule.getPatternCase().name(), template.replaceAll("\\{[a-z_]*}", "x"), "");
  }

  private static String name(Operation operation) {
    return operation.schema().getName();
  }
}
