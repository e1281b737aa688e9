package dev.leasehold.registrar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Payloads come from others: what was written is read back, and nothing makes a reader fail. */
class PayloadProperties {

  private static final List<Function<Bytes, ? extends Parsed<? extends Payload>>> READERS =
      List.of(
          PayloadReader::issued,
          PayloadReader::renewed,
          PayloadReader::released,
          PayloadReader::expired,
          PayloadReader::conflict,
          PayloadReader::issueDenied);

  @Provide
  Arbitrary<Payload> payloads() {
    Arbitrary<String> texts = Arbitraries.strings().ofMaxLength(9).filter(WireWriter::isUnicode);
    Arbitrary<Long> longs = Arbitraries.longs().greaterOrEqual(0);
    Arbitrary<Long> figures = Arbitraries.oneOf(Arbitraries.of(0L, 1L, Long.MAX_VALUE), longs);
    Arbitrary<Bytes> signatures =
        Arbitraries.bytes().array(byte[].class).ofMaxSize(20).map(Bytes::of);
    Arbitrary<Payload> issued =
        Combinators.combine(texts.list().ofSize(3), figures.list().ofSize(5), signatures)
            .as(
                (ids, n, signature) ->
                    new Payload.Issued(
                        ids.get(0),
                        ids.get(1),
                        ids.get(2),
                        n.get(0),
                        n.get(1),
                        signature,
                        n.get(2),
                        n.get(3),
                        n.get(4)));
    Arbitrary<Payload> renewed =
        Combinators.combine(texts, figures, signatures, figures, figures).as(Payload.Renewed::new);
    Arbitrary<Payload> released = Combinators.combine(texts, texts).as(Payload.Released::new);
    Arbitrary<Payload> expired = Combinators.combine(texts, figures).as(Payload.Expired::new);
    Arbitrary<Payload> conflict =
        Combinators.combine(texts, texts.list().ofMaxSize(5), texts).as(Payload.Conflict::new);
    Arbitrary<Payload> denied =
        Combinators.combine(texts, texts, texts).as(Payload.IssueDenied::new);
    return Arbitraries.oneOf(issued, renewed, released, expired, conflict, denied);
  }

  @Property(tries = 2_000, edgeCases = EdgeCasesMode.NONE)
  void everyPayloadIsReadBackAsItWasWritten(@ForAll("payloads") Payload payload) {
    assertThat(read(payload.eventType(), payload.encode())).isEqualTo(new Parsed.Valid<>(payload));
  }

  @Property(tries = 2_000, edgeCases = EdgeCasesMode.NONE)
  void anyBytesAreAPayloadOrAnError(@ForAll @Size(max = 60) byte[] bytes) {
    assertReadOrRefused(Bytes.of(bytes));
  }

  @Property(tries = 2_000, edgeCases = EdgeCasesMode.NONE)
  void aDamagedPayloadIsAnotherPayloadOrAnError(
      @ForAll("payloads") Payload payload,
      @ForAll @IntRange(max = 10_000) int place,
      @ForAll @IntRange(min = 1, max = 255) int flip) {
    byte[] bytes = payload.encode().toByteArray();
    if (bytes.length > 0) {
      bytes[place % bytes.length] ^= (byte) flip;
    }
    assertReadOrRefused(Bytes.of(bytes));
  }

  private static void assertReadOrRefused(Bytes bytes) {
    for (Function<Bytes, ? extends Parsed<? extends Payload>> reader : READERS) {
      switch (reader.apply(bytes)) {
        case Parsed.Valid<? extends Payload> valid ->
            assertThat(read(valid.value().eventType(), valid.value().encode())).isEqualTo(valid);
        case Parsed.Invalid<? extends Payload> invalid ->
            assertThat(invalid.error()).isInstanceOf(LeaseError.DecodeError.class);
      }
    }
  }

  private static Parsed<? extends Payload> read(String eventType, Bytes bytes) {
    return switch (eventType) {
      case Payload.Issued.TYPE -> PayloadReader.issued(bytes);
      case Payload.Renewed.TYPE -> PayloadReader.renewed(bytes);
      case Payload.Released.TYPE -> PayloadReader.released(bytes);
      case Payload.Expired.TYPE -> PayloadReader.expired(bytes);
      case Payload.Conflict.TYPE -> PayloadReader.conflict(bytes);
      case Payload.IssueDenied.TYPE -> PayloadReader.issueDenied(bytes);
      default -> throw new AssertionError("no payload of " + eventType);
    };
  }
}
