package dev.leasehold.registrar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Payloads are protobuf messages, byte for byte. The bytes here were written by hand. */
class WireFormatTest {

  @Test
  void fieldsAreNumberedInTheirOrder() {
    assertThat(hex(new Payload.Issued("a", "b", "c", 1, 300, Bytes.of((byte) 9), 4, 5, 6).encode()))
        .isEqualTo(
            "0a0161" + "120162" + "1a0163" + "2001" + "28ac02" + "320109" + "3804" + "4005"
                + "4806");
    assertThat(hex(new Payload.Renewed("a", 2, Bytes.of((byte) 9), 3, 4).encode()))
        .isEqualTo("0a0161" + "1002" + "1a0109" + "2003" + "2804");
    assertThat(hex(LeasePayloads.leaseReleased("a", "b"))).isEqualTo("0a0161" + "120162");
    assertThat(hex(LeasePayloads.leaseExpired("a", 2))).isEqualTo("0a0161" + "1002");
    assertThat(hex(LeasePayloads.leaseConflict("a", List.of("b", "", "c"), "d")))
        .isEqualTo("0a0161" + "120162" + "1200" + "120163" + "1a0164");
    assertThat(hex(LeasePayloads.leaseIssueDenied("a", "b", "c")))
        .isEqualTo("0a0161" + "120162" + "1a0163");
  }

  @Test
  void defaultsAreLeftOutAndReadBack() {
    assertThat(new Payload.Issued("", "", "", 0, 0, Bytes.NONE, 0, 0, 0).encode())
        .isEqualTo(Bytes.NONE);
    assertThat(PayloadReader.expired(Bytes.NONE))
        .isEqualTo(new Parsed.Valid<>(new Payload.Expired("", 0)));
    assertThat(PayloadReader.conflict(Bytes.NONE))
        .isEqualTo(new Parsed.Valid<>(new Payload.Conflict("", List.of(), "")));
  }

  /** Of all, an Expired of lease a at 2 comes out. */
  @ParameterizedTest
  @CsvSource({
    "0a0161 1002, in order",
    "1002 0a0161, in another order",
    "0a0162 1001 0a0161 1002, the last one counts",
    "0a0161 1002 1863, an unknown number",
    "1d01020304 0a0161 1002, an unknown 32-bit figure",
    "190102030405060708 0a0161 1002, an unknown 64-bit figure",
    "1a03ffffff 0a0161 1002, unknown bytes",
    "1b1c 0a0161 1002, an unknown group",
    "1b 0a0162 1001 2324 1c 0a0161 1002, what is in an unknown group does not count",
  })
  void unknownFieldsArePassedOver(String bytes, String why) {
    assertThat(PayloadReader.expired(bytes(bytes)))
        .as(why)
        .isEqualTo(new Parsed.Valid<>(new Payload.Expired("a", 2)));
  }

  @ParameterizedTest
  @CsvSource({
    "0a, a length that is missing",
    "0a02 61, a text that ends early",
    "0a01ff, a text that is not UTF-8",
    "0affffffffffffffffff01 61, a length beyond all bytes",
    "10, a number that is missing",
    "10ffffffffffffffffffff01, a number of eleven bytes",
    "10ffffffffffffffffff01, a number of 64 bits",
    "0801, a number where a text belongs",
    "120161, a text where a number belongs",
    "0001, field 0",
    "8080808010 01, a field number of 30 bits",
    "1b, a group that does not end",
    "1c, a group that has not begun",
    "1b24, a group that ends as another",
    "1e, wire type 6",
    "1d010203, a figure that ends early",
    "1a7f, unknown bytes that end early",
  })
  void malformedBytesAreAnErrorThatNamesTheEvent(String bytes, String why) {
    assertThat(PayloadReader.expired(bytes(bytes)))
        .as(why)
        .isInstanceOfSatisfying(
            Parsed.Invalid.class,
            invalid ->
                assertThat(invalid.error())
                    .isInstanceOfSatisfying(
                        LeaseError.DecodeError.class,
                        error -> assertThat(error.eventType()).isEqualTo("lease.expired")));
  }

  @Test
  void groupsAreNestedOnlySoDeep() {
    assertThat(PayloadReader.expired(bytes("1b".repeat(100) + "1c".repeat(100))))
        .isInstanceOf(Parsed.Valid.class);
    assertThat(PayloadReader.expired(bytes("1b".repeat(101) + "1c".repeat(101))))
        .isInstanceOf(Parsed.Invalid.class);
  }

  @Test
  void aPayloadIsAtMostAMebibyteLong() {
    byte[] zeros = new byte[PayloadReader.MAX_BYTES - 4];
    byte[] longest = new byte[PayloadReader.MAX_BYTES];
    longest[0] = 0x1a;
    longest[1] = (byte) (zeros.length | 0x80);
    longest[2] = (byte) (zeros.length >> 7 | 0x80);
    longest[3] = (byte) (zeros.length >> 14);
    assertThat(PayloadReader.expired(Bytes.of(longest))).isInstanceOf(Parsed.Valid.class);

    assertThat(PayloadReader.expired(Bytes.of(new byte[PayloadReader.MAX_BYTES + 1])))
        .isEqualTo(
            new Parsed.Invalid<>(
                new LeaseError.DecodeError("lease.expired", "it is longer than 1048576 bytes")));
  }

  @Test
  void whatCannotBeWrittenIsABugOfTheWriter() {
    assertThatThrownBy(() -> LeasePayloads.leaseExpired("half \ud800", 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> LeasePayloads.leaseExpired("a", -1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                LeasePayloads.leaseIssued(
                    "a", "w", "h", 1, 2, Bytes.NONE, new Tick(1, 5), new Tick(2, 6)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Bytes bytes(String hex) {
    return Bytes.of(HexFormat.of().parseHex(hex.replace(" ", "")));
  }

  private static String hex(Bytes bytes) {
    return HexFormat.of().formatHex(bytes.toByteArray());
  }
}
