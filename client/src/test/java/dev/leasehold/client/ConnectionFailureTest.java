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
class ConnectionFailureTest {

  @Test
  void nothingIsToldOfNothing() {
    assertThat(ConnectionFailure.suffixFor(null)).isEmpty();
    assertThat(ConnectionFailure.suffixFor(new ClosedChannelException())).isEmpty();
  }

  @Test
  void theLastOnesWordsAreTold() {
    assertThat(
            ConnectionFailure.suffixFor(
                new IOException("Broken pipe", new ClosedChannelException())))
        .isEqualTo("; the last attempt to connect failed: Broken pipe");
    assertThat(ConnectionFailure.suffixFor(new IOException("io", new ConnectException("refused"))))
        .startsWith("; no server answers at this address; start one with")
        .doesNotContain("refused");
    assertThat(
            ConnectionFailure.suffixFor(
                new UnknownHostException("nowhere: Name or service not known")))
        .isEqualTo("; there is no such host; see whether the address is right");
    assertThat(
            ConnectionFailure.suffixFor(new IOException("recv failed: Connection reset by peer")))
        .contains("the server hung up", "https://");
  }

  @Test
  void trustIsMissingOnlyWhereACertificateWasLookedAt() {
    assertThat(
            ConnectionFailure.suffixFor(
                new SSLHandshakeException("Connection closed while in progress")))
        .contains("TLS with the server does not come about")
        .doesNotContain("trust");
    SSLHandshakeException unknown = new SSLHandshakeException("PKIX path building failed");
    unknown.initCause(new CertificateException("PKIX path building failed"));
    assertThat(ConnectionFailure.suffixFor(unknown))
        .contains("certificate is not trusted", "ClientOptions.trust")
        .doesNotContain("PKIX");
  }
}
