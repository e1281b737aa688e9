package dev.leasehold.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

/** The sentences about a connection that did not come about. */
class TroubleTest {

  @Test
  void nothingIsToldOfNothing() {
    assertThat(Trouble.behind(null)).isEmpty();
    assertThat(Trouble.behind(new ClosedChannelException())).isEmpty();
  }

  @Test
  void theLastOnesWordsAreTold() {
    assertThat(Trouble.behind(new IOException("Broken pipe", new ClosedChannelException())))
        .isEqualTo("; the last attempt to connect failed: Broken pipe");
    assertThat(Trouble.behind(new IOException("io", new ConnectException("refused"))))
        .startsWith("; no server answers at this address; start one with")
        .doesNotContain("refused");
    assertThat(Trouble.behind(new UnknownHostException("nowhere: Name or service not known")))
        .isEqualTo("; there is no such host; see whether the address is right");
    assertThat(Trouble.behind(new IOException("recv failed: Connection reset by peer")))
        .contains("the server hung up", "https://");
  }

  @Test
  void trustIsMissingOnlyWhereACertificateWasLookedAt() {
    assertThat(Trouble.behind(new SSLHandshakeException("Connection closed while in progress")))
        .contains("TLS with the server does not come about")
        .doesNotContain("trust");
    SSLHandshakeException unknown = new SSLHandshakeException("PKIX path building failed");
    unknown.initCause(new CertificateException("PKIX path building failed"));
    assertThat(Trouble.behind(unknown))
        .contains("certificate is not trusted", "ClientOptions.trust")
        .doesNotContain("PKIX");
  }
}
