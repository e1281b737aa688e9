package dev.leasehold.gateway.answer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import java.io.IOException;

/** Reads one JSON text as its bytes come, without keeping it. */
final class WholeScan {

  private final JsonScan scan;
  private final JsonParser parser;
  private boolean broken;

  WholeScan(Usage usage, JsonFactory json) {
    this.scan = new JsonScan(usage);
    try {
      this.parser = json.createNonBlockingByteArrayParser();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  void take(byte[] bytes) {
    if (broken || bytes.length == 0) {
      return;
    }
    try {
      if (parser.getNonBlockingInputFeeder() instanceof ByteArrayFeeder feeder) {
        feeder.feedInput(bytes, 0, bytes.length);
      }
      scan.take(parser);
    } catch (IOException e) {
      // It is no JSON; nothing more is known of it.
      broken = true;
    }
  }

  JsonScan scan() {
    return scan;
  }

  /** Whether the text came to its end. */
  boolean isEnded() {
    return !broken && scan.isEnded();
  }
}
