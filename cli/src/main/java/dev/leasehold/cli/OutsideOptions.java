package dev.leasehold.cli;

import dev.leasehold.node.deliver.channel.DeliverySettings;
import dev.leasehold.node.deliver.channel.MailServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say how messages to webhooks and addresses leave. */
final class OutsideOptions {

  private static final Pattern HOST_AND_PORT =
      Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+):([0-9]{1,5})");
  private static final Pattern MAIL = Pattern.compile("[^\\s@<>,;:\"]+@[A-Za-z0-9.-]+");

  /** How the connection to the mail server is kept from others, as the option spells it. */
  enum Tls {
    starttls,
    tls,
    none
  }

  @Option(
      names = "--smtp",
      paramLabel = "HOST:PORT",
      description = "The server that mail is handed over to. Default: there is no mail.")
  private @Nullable String smtp;

  @Option(
      names = "--smtp-tls",
      paramLabel = "MANNER",
      description = "starttls, tls or none. Default: ${DEFAULT-VALUE}.",
      defaultValue = "starttls")
  private Tls smtpTls = Tls.starttls;

  @Option(names = "--smtp-user", paramLabel = "NAME", description = "Who hands the mail over.")
  private @Nullable String smtpUser;

  @Option(
      names = "--smtp-password-file",
      paramLabel = "FILE",
      description = "A file with the user's password.")
  private @Nullable Path smtpPasswordFile;

  @Option(
      names = "--smtp-ca",
      paramLabel = "FILE",
      description = "Certificates to trust the mail server by, in PEM. Default: the machine's.")
  private @Nullable Path smtpCa;

  @Option(
      names = "--mail-from",
      paramLabel = "ADDRESS",
      description = "The address that mail comes from.")
  private @Nullable String mailFrom;

  @Option(
      names = "--allow-private-webhooks",
      description =
          "Let webhooks go to this machine and to private networks. Whoever may add one reaches"
              + " these then.")
  private boolean allowPrivate;

  /** The options that contradict each other, in one sentence; null if none do. */
  @Nullable String contradiction() {
    if (smtp == null) {
      return smtpUser != null || smtpPasswordFile != null || mailFrom != null || smtpCa != null
          ? "The options for mail need --smtp HOST:PORT"
          : null;
    }
    if (!HOST_AND_PORT.matcher(smtp).matches()) {
      return "--smtp takes HOST:PORT, such as mail.example.com:587, not " + smtp;
    }
    if (mailFrom == null || !MAIL.matcher(mailFrom).matches()) {
      return "--smtp needs --mail-from ADDRESS, such as leases@example.com";
    }
    return (smtpUser == null) != (smtpPasswordFile == null)
        ? "--smtp-user and --smtp-password-file come together"
        : null;
  }

  DeliverySettings toSettings() throws IOException {
    return DeliverySettings.of(allowPrivate, mailServer());
  }

  private @Nullable MailServer mailServer() throws IOException {
    Matcher matcher = smtp == null ? null : HOST_AND_PORT.matcher(smtp);
    if (matcher == null || !matcher.matches() || mailFrom == null) {
      return null;
    }
    return new MailServer(
        matcher.group(1).replaceAll("[\\[\\]]", ""),
        Integer.parseInt(matcher.group(2)),
        MailServer.Tls.valueOf(smtpTls.name().toUpperCase(Locale.ROOT)),
        smtpUser == null ? "" : smtpUser,
        smtpPasswordFile == null ? "" : Files.readString(smtpPasswordFile).strip(),
        mailFrom,
        smtpCa);
  }
}
