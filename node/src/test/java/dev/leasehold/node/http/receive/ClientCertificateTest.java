package dev.leasehold.node.http.receive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The actor that the subject of a certificate names. */
class ClientCertificateTest {

  @Test
  void theCommonNameIsTheActorOfAnAgent() {
    assertThat(ClientCertificate.caller("CN=worker-7@fleet,O=Acme\\, Inc.,C=DE"))
        .isEqualTo(new Caller("worker-7@fleet", Role.AGENT, List.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "O=Acme", "CN=a b", "CN=", "CN=a,CN=b", "CN=a+CN=b", "CN=\\00", "CN", "CN=é"})
  void aSubjectWithoutOneUsableNameIsNobody(String subject) {
    assertThat(ClientCertificate.caller(subject)).isNull();
  }
}
