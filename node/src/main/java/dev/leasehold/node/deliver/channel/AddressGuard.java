package dev.leasehold.node.deliver.channel;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Says where messages must not go: somebody who may name an address must not reach with it what
 * only this machine or its network reaches. Ranges after the registries of special-purpose
 * addresses (RFC 6890).
 *
 * @param allowsPrivate whether loopback and private networks are open; addresses of metadata
 *     services, links, groups and of nobody never are
 */
public record AddressGuard(boolean allowsPrivate) {

  /** A block of addresses: the first bits of an address. */
  private record Range(byte[] prefix, int bits) {

    static Range of(String text) {
      String[] parts = text.split("/", -1);
      return new Range(literal(parts[0]), Integer.parseInt(parts[1]));
    }

    boolean contains(byte[] address) {
      if (address.length != prefix.length) {
        return false;
      }
      for (int i = 0; i < bits; i++) {
        int mask = 0x80 >> (i % 8);
        if ((address[i / 8] & mask) != (prefix[i / 8] & mask)) {
          return false;
        }
      }
      return true;
    }
  }

  private static final List<Range> PRIVATE =
      ranges(
          "127.0.0.0/8",
          "10.0.0.0/8",
          "172.16.0.0/12",
          "192.168.0.0/16",
          "100.64.0.0/10",
          "::1/128",
          "fc00::/7");

  /** Link-local addresses are among them, and with them most metadata services. */
  private static final List<Range> NEVER =
      ranges(
          "0.0.0.0/8",
          "169.254.0.0/16",
          "192.0.0.0/24",
          "192.0.2.0/24",
          "192.88.99.0/24",
          "198.18.0.0/15",
          "198.51.100.0/24",
          "203.0.113.0/24",
          "224.0.0.0/4",
          "240.0.0.0/4",
          "2001::/23",
          "2001:db8::/32",
          "3fff::/20");

  /** Services of clouds for their machines alone, in ranges which may be open. */
  private static final List<Range> METADATA =
      ranges("100.100.100.200/32", "168.63.129.16/32", "fd00:ec2::/32", "fd20:ce::254/128");

  /** The only addresses of version 6 that lead somewhere in public. */
  private static final Range PUBLIC_6 = Range.of("2000::/3");

  /** Forms of version 6 with an address of version 4 inside, and where in it. */
  private static final Range NAT_64 = Range.of("64:ff9b::/96");

  private static final Range SIX_TO_FOUR = Range.of("2002::/16");

  private static List<Range> ranges(String... texts) {
    return Arrays.stream(texts).map(Range::of).toList();
  }

  private static byte[] literal(String text) {
    try {
      return InetAddress.getByName(text).getAddress();
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("no address: " + text, e);
    }
  }

  public boolean allows(InetAddress address) {
    return switch (address) {
      case Inet4Address four -> allows4(four.getAddress());
      case Inet6Address six -> allows6(six.getAddress());
      default -> false;
    };
  }

  private boolean allows4(byte[] address) {
    return !isIn(NEVER, address)
        && !isIn(METADATA, address)
        && (allowsPrivate || !isIn(PRIVATE, address));
  }

  private boolean allows6(byte[] address) {
    if (NAT_64.contains(address)) {
      return allows4(Arrays.copyOfRange(address, 12, 16));
    }
    if (SIX_TO_FOUR.contains(address)) {
      return allows4(Arrays.copyOfRange(address, 2, 6));
    }
    if (isIn(PRIVATE, address)) {
      return allowsPrivate && !isIn(METADATA, address);
    }
    return PUBLIC_6.contains(address) && !isIn(NEVER, address);
  }

  private static boolean isIn(List<Range> ranges, byte[] address) {
    return ranges.stream().anyMatch(range -> range.contains(address));
  }

  /**
   * The sentence that refuses a host which is an address already; empty for one that is allowed.
   */
  public Optional<String> refusal(String host) {
    boolean isLiteral = host.indexOf(':') >= 0 || host.matches("[0-9.]+");
    if (!isLiteral) {
      return Optional.empty();
    }
    try {
      return allows(InetAddress.getByName(host)) ? Optional.empty() : Optional.of(advice());
    } catch (UnknownHostException e) {
      return Optional.of("it is no address");
    }
  }

  /** Does not say which address it is: names inside a network are nobody's business. */
  String advice() {
    return allowsPrivate
        ? "it leads to an address that messages never go to"
        : "it leads to this machine or a private network, where messages do not go unless the"
            + " server is started with --allow-private-webhooks";
  }
}
