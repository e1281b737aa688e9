package dev.leasehold.node.deliver.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where messages must not go, whatever name leads there. */
class AddressGuardTest {

  private static final AddressGuard CLOSED = new AddressGuard(false);
  private static final AddressGuard OPENED = new AddressGuard(true);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8.8.8.8",
        "172.15.255.255",
        "172.32.0.1",
        "100.63.255.255",
        "100.128.0.1",
        "2606:4700::1111",
        "64:ff9b::808:808",
        "2002:808:808::1"
      })
  void publicAddressesAreReached(String address) throws Exception {
    assertThat(CLOSED.allows(InetAddress.getByName(address))).isTrue();
    assertThat(OPENED.allows(InetAddress.getByName(address))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.1.2.3",
        "10.1.2.3",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "100.64.0.1",
        "100.127.255.255",
        "::1",
        "::ffff:127.0.0.1",
        "fc00::1",
        "fd12:3456::1",
        "64:ff9b::7f00:1",
        "2002:a00:1::1"
      })
  void thisMachineAndPrivateNetworksAreReachedIfTheyAreOpened(String address) throws Exception {
    assertThat(CLOSED.allows(InetAddress.getByName(address))).isFalse();
    assertThat(OPENED.allows(InetAddress.getByName(address))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "0.1.2.3",
        "169.254.169.254",
        "169.254.0.1",
        "192.0.0.192",
        "192.0.2.1",
        "198.18.0.1",
        "198.51.100.7",
        "203.0.113.9",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "100.100.100.200",
        "::",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "168.63.129.16",
        "::ffff:168.63.129.16",
        "fd00:ec2::254",
        "fd00:ec2::23",
        "fd20:ce::254",
        "2001:db8::1",
        "2001::1",
        "64:ff9b:1::1",
        "64:ff9b::a9fe:a9fe",
        "2002:a9fe:a9fe::1",
        "::7f00:1",
        "100::1"
      })
  void linksGroupsMetadataAndNobodyAreNeverReached(String address) throws Exception {
    assertThat(CLOSED.allows(InetAddress.getByName(address))).isFalse();
    assertThat(OPENED.allows(InetAddress.getByName(address))).isFalse();
  }

  @Test
  void aHostThatIsAnAddressIsRefusedBeforeAnythingIsSent() {
    assertThat(CLOSED.refusal("10.0.0.1").orElseThrow()).contains("--allow-private-webhooks");
    assertThat(CLOSED.refusal("2130706433")).as("127.0.0.1 as one number").isPresent();
    assertThat(CLOSED.refusal("::1")).isPresent();
    assertThat(OPENED.refusal("169.254.169.254")).isPresent();
    assertThat(OPENED.refusal("10.0.0.1")).isEmpty();
    assertThat(CLOSED.refusal("example.com")).as("looked up when it is used").isEmpty();
  }
}
