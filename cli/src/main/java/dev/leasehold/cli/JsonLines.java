package dev.leasehold.cli;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;

/** Log events for programs: one JSON object on each line. */
final class JsonLines extends LayoutBase<ILoggingEvent> {

  @Override
  public String doLayout(ILoggingEvent event) {
    StringBuilder line = new StringBuilder(256);
    line.append("{\"time\":");
    append(line, event.getInstant().toString());
    line.append(",\"level\":");
    append(line, event.getLevel().toString());
    line.append(",\"logger\":");
    append(line, event.getLoggerName());
    line.append(",\"thread\":");
    append(line, event.getThreadName());
    line.append(",\"message\":");
    append(line, event.getFormattedMessage());
    if (event.getThrowableProxy() != null) {
      line.append(",\"exception\":");
      append(line, ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }
    return line.append("}\n").toString();
  }

  /** A JSON string; what is not printable ASCII is escaped, so that no line is ever broken. */
  private static void append(StringBuilder line, String text) {
    line.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        line.append('\\').append(c);
      } else if (c >= ' ' && c < 0x7f) {
        line.append(c);
      } else {
        line.append("\\u%04x".formatted((int) c));
      }
    }
    line.append('"');
  }
}
