package dev.leasehold.client.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.client.guard.Certifier.Claims;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which certificates are believed. */
class RegistrarKeysTest {

  private final Certifier registrar = new Certifier();
  private final RegistrarKeys keys = RegistrarKeys.parse(registrar.jwks());
  private final Claims claims = Claims.of("lease-1", 5L, 9L);

  private void assertRefused(String certificate, String why) {
    assertThatThrownBy(() -> keys.check(certificate, Certifier.NOW))
        .isInstanceOf(InvalidCertificateException.class)
        .hasMessageContaining(why);
  }

  @Test
  void aGoodOneSaysWhatWasGranted() {
    Grant grant = keys.check(registrar.sign(claims.atEpoch(7).json()), Certifier.NOW).grant();

    assertThat(grant.leaseId()).isEqualTo("lease-1");
    assertThat(grant.fencePath()).isEqualTo(FencePath.of(5L, 9L));
    assertThat(grant.epoch()).isEqualTo(7);
    assertThat(grant.scope()).isEqualTo(List.of("/a/**"));
    assertThat(grant.holder()).isEqualTo("bob");
    assertThat(grant.remainingNanos()).isEqualTo(60 * Certifier.SECOND);
  }

  @Test
  void itSaysThatTheLeaseMayBeOver() {
    assertThat(registrar.certify(claims))
        .hasToString("certificate that lease lease-1 was granted; it may have ended since");
  }

  @Test
  void itsEndIsCheckedByTheCallersClock() {
    long end = Certifier.ISSUED_SECOND + 30;
    String text = registrar.sign(claims.json().replace("\"iat\"", "\"exp\":" + end + ",\"iat\""));

    assertThat(keys.check(text, Instant.ofEpochSecond(end - 1)).expiresAt())
        .isEqualTo(Instant.ofEpochSecond(end));
    assertThatThrownBy(() -> keys.check(text, Instant.ofEpochSecond(end)))
        .isInstanceOf(InvalidCertificateException.class)
        .hasMessageContaining("it ended at");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'kid':'k1','typ':'lease-certificate+jwt','alg':'none'} | algorithm",
        "{'kid':'k1','typ':'lease-certificate+jwt','alg':'HS256'} | algorithm",
        "{'kid':'k1','typ':'lease-certificate+jwt'} | alg is not a text",
        "{'kid':'k2','typ':'lease-certificate+jwt','alg':'EdDSA'} | key is not among",
        "{'typ':'lease-certificate+jwt','alg':'EdDSA'} | kid is not a text",
        "{'kid':'k1','typ':'at+jwt','alg':'EdDSA'} | type",
        "{'kid':'k1','alg':'EdDSA'} | typ is not a text",
        "{'kid':'k1','typ':'lease-certificate+jwt','alg':'EdDSA','crit':['exp']} | extensions",
        "{'kid':'k1','typ':'lease-certificate+jwt','alg':'EdDSA','b64':false} | extensions",
        "{'kid':'k1','typ':'lease-certificate+jwt','alg':'EdDSA','alg':'EdDSA'} | twice",
        "{'kid':'k1','typ':'lease-certificate+jwt','alg':'EdDSA'} {} | JSON",
        "[] | JSON",
      })
  void headersThatAreNotOursAreRefused(String header, String why) {
    assertRefused(registrar.sign(header.replace('\'', '"'), claims.json()), why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"iss\":\"leasehold\" | \"iss\":\"elsewhere\" | proves a grant",
        "\"proves\":\"grant\" | \"proves\":\"more\" | proves a grant",
        "\"sub\":\"bob\" | \"sub\":\"eve\" | subject",
        "\"iat\":1700000000 | \"iat\":1e99 | whole number",
        "\"iat\":1700000000 | \"iat\":9223372036854775807 | out of range",
        "\"fencingToken\":\"9\" | \"fencingToken\":\"8\" | does not end with its token",
        "\"fencePath\":[\"5\",\"9\"] | \"fencePath\":[] | does not end with its token",
        "\"fencePath\":[\"5\",\"9\"] | \"fencePath\":[\"-5\",\"9\"] | positive",
        "\"fencePath\":[\"5\",\"9\"] | \"fencePath\":\"5\" | a list",
        "\"mode\":\"EXCLUSIVE\" | \"mode\":\"OTHER\" | mode",
        "\"leaseId\":\"lease-1\" | \"leaseId\":\"a b\" | lease id",
        "\"epoch\":\"0\" | \"epoch\":\"-1\" | not negative",
        "\"epoch\":\"0\" | \"epoch\":\"0\",\"epoch\":\"1\" | twice",
        "\"epoch\":\"0\" | \"era\":\"0\" | epoch is not a text",
        "\"lease\":{ | \"lease\":[],\"other\":{ | lease is not an object",
      })
  void signedClaimsThatMakeNoSenseAreRefused(String sense, String nonsense, String why) {
    assertThat(claims.json()).contains(sense);
    assertRefused(registrar.sign(claims.json().replace(sense, nonsense)), why);
  }

  @Test
  void anotherKeysSignatureIsRefusedEvenUnderOurKeysId() {
    assertRefused(new Certifier().sign(claims.json()), "signature");
  }

  @Test
  void everyChangedCharacterIsNoticed() {
    String good = registrar.sign(claims.json());
    for (int at = 0; at < good.length(); at++) {
      char other = good.charAt(at) == 'A' ? 'B' : 'A';
      String forged = good.substring(0, at) + other + good.substring(at + 1);
      assertThatThrownBy(() -> keys.check(forged, Certifier.NOW))
          .as("at %s", at)
          .isInstanceOf(InvalidCertificateException.class);
    }
  }

  @Test
  void everyCutIsNoticed() {
    String good = registrar.sign(claims.json());
    for (int length = 0; length < good.length(); length++) {
      String cut = good.substring(0, length);
      assertThatThrownBy(() -> keys.check(cut, Certifier.NOW))
          .as("of %s", length)
          .isInstanceOf(InvalidCertificateException.class);
    }
  }

  @Test
  void thereIsOneSpellingOnly() {
    String good = registrar.sign(claims.json());
    assertRefused(good + "==", "base64url");
    assertRefused(good + ".", "three parts");
    assertRefused(good + "\n", "base64url");
    assertRefused(" " + good, "base64url");
    assertRefused("x".repeat((1 << 20) + 1), "at most");
  }

  @Test
  void claimsOfAnotherCertificateDoNotGoWithASignature() {
    String[] mine = registrar.sign(claims.json()).split("\\.");
    String[] other = registrar.sign(Claims.of("lease-2", 10L).json()).split("\\.");
    assertRefused(mine[0] + "." + other[1] + "." + mine[2], "signature");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'keys':[]} | no Ed25519 key",
        "{'keys':[{'kty':'RSA','kid':'a','n':'x'}]} | no Ed25519 key",
        "{'keys':[{'kty':'OKP','crv':'Ed25519','kid':'a','x':'AAAA'}]} | 32 bytes",
        "{'keys':[{'kty':'OKP','crv':'Ed25519','x':'AAAA'}]} | kid",
        "{'keys':{}} | a list",
        "{} | keys",
        "nonsense | JSON",
      })
  void setsOfKeysWithoutAUsableKeyAreRefused(String jwks, String why) {
    assertThatThrownBy(() -> RegistrarKeys.parse(jwks.replace('\'', '"')))
        .isInstanceOf(InvalidCertificateException.class)
        .hasMessageContaining(why);
  }
}
