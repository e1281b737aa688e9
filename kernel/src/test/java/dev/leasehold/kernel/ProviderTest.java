package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.BudgetSpace;
import dev.leasehold.kernel.config.EncryptedKey;
import org.junit.jupiter.api.Test;

/** Providers and their keys, which the kernel keeps without being able to read them. */
class ProviderTest {

  private static final String GIVEN =
      """
      admin      add-provider o url=https://api.example.com/ key=k | provider=o version=1 key=k
      admin      create-pool p amounts=usd:20                      | pool=p
      """;

  @Test
  void aSlashAtTheEndOfTheAddressIsDropped() {
    Script.run(GIVEN).then("admin provider o | provider=o url=https://api.example.com");
  }

  @Test
  void aRotationGivesANewVersionAndSaysWhen() {
    Script.run(GIVEN)
        .then("5s admin rotate-provider o key=l | provider=o version=2 key=l changed=5s")
        .then("9s admin rotate-provider o version=3 key=m | provider=o version=3 changed=9s");
  }

  @Test
  void anotherEncryptionIsNoOtherKey() {
    Script.run(GIVEN)
        .then("5s admin reencrypt-provider o key=l | provider=o version=1 key=l changed=0s");
  }

  @Test
  void aLeaseSaysForWhichProviderItWasGiven() {
    Script script =
        Script.run(GIVEN)
            .then("alice$p handshake x requested=usd:1 provider=o request=r | ACTIVE id=x")
            .then("admin remove-provider o | provider=o")
            .then("alice$p handshake z requested=usd:1 provider=o request=r | ACTIVE id=x")
            .then("alice$p handshake y requested=usd:1 request=r | INVALID_INPUT requestId")
            .then("alice$p get x | ACTIVE labels={provider=o}");

    assertThat(BudgetSpace.providerOf(script.lease())).isEqualTo("o");
  }

  @Test
  void aRestartKnowsThem() {
    Script script =
        Script.run(GIVEN)
            .then("admin add-provider a kind=anthropic | provider=a")
            .then("5s admin rotate-provider o key=l | provider=o");
    var before = script.kernel().providers();
    script.restart();

    assertThat(script.kernel().providers()).isEqualTo(before).hasSize(2);
    assertThat(script.kernel().isHashOfState(script.recover().kernel().stateHash())).isTrue();
  }

  @Test
  void aRestoredBackupKeepsThem() {
    Script.run(GIVEN).then("admin restore | restored=0").then("admin providers | providers=o");
  }

  @Test
  void aKeySaysNothingOfItselfInText() {
    assertThat(new EncryptedKey(new byte[] {1, 2, 3})).hasToString("3 encrypted bytes");
  }
}
