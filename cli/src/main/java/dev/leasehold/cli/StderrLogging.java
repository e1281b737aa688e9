package dev.leasehold.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.CoreConstants;
import ch.qos.logback.core.LayoutBase;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.slf4j.LoggerFactory;

/**
 * Logs to standard error, one line for each event, at the level that {@code LEASEHOLD_LOG} names.
 * In code, because reading a configuration file would take a tenth of the time to start.
 */
public final class StderrLogging extends ContextAwareBase implements Configurator {

  /** Libraries that warn of every odd request, with a stack and with what was in it. */
  private static final List<String> TALKATIVE = List.of("com.linecorp.armeria", "io.netty");

  /** The one class of these libraries that is heard: it says that connections are turned away. */
  private static final String WORTH_HEARING =
      "com.linecorp.armeria.server.ConnectionLimitingHandler";

  /**
   * The loader of SQLite's library removes what killed servers have left among the temporary files,
   * and calls it an error when another server that starts is quicker. A library that cannot be
   * loaded is an exception.
   */
  private static final String LIBRARY_LOADER = "org.sqlite.SQLiteJDBCLoader";

  private static final String APPENDER = "stderr";

  /** From now on each event is one JSON object on a line of its own. */
  static void writeJson() {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    if (root.getAppender(APPENDER) instanceof ConsoleAppender<ILoggingEvent> appender
        && appender.getEncoder() instanceof LayoutWrappingEncoder<ILoggingEvent> encoder) {
      JsonLines layout = new JsonLines();
      layout.setContext(context);
      layout.start();
      encoder.setLayout(layout);
    }
  }

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    Line layout = new Line();
    layout.setContext(context);
    layout.start();
    LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
    encoder.setContext(context);
    encoder.setLayout(layout);
    encoder.start();
    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setContext(context);
    appender.setName(APPENDER);
    appender.setTarget(ConsoleTarget.SystemErr.getName());
    appender.setEncoder(encoder);
    appender.start();

    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.toLevel(System.getenv("LEASEHOLD_LOG"), Level.INFO));
    root.addAppender(appender);
    TALKATIVE.forEach(name -> context.getLogger(name).setLevel(Level.ERROR));
    context.getLogger(WORTH_HEARING).setLevel(Level.WARN);
    context.getLogger(LIBRARY_LOADER).setLevel(Level.OFF);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  private static final class Line extends LayoutBase<ILoggingEvent> {
    @Override
    public String doLayout(ILoggingEvent event) {
      LocalTime time = LocalTime.ofInstant(event.getInstant(), ZoneId.systemDefault());
      StringBuilder line = new StringBuilder();
      line.append(time.truncatedTo(ChronoUnit.MILLIS))
          .append(' ')
          .append(event.getLevel())
          .append(' ')
          .append(event.getFormattedMessage())
          .append(CoreConstants.LINE_SEPARATOR);
      if (event.getThrowableProxy() != null) {
        line.append(ThrowableProxyUtil.asString(event.getThrowableProxy()));
      }
      return line.toString();
    }
  }
}
