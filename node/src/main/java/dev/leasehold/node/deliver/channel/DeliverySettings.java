package dev.leasehold.node.deliver.channel;

import com.linecorp.armeria.client.ClientFactoryBuilder;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How messages leave.
 *
 * @param allowsPrivate whether they may go to this machine and to private networks
 * @param mail where mail is handed over; null for no mail
 * @param patience for one attempt
 * @param clients adapts what connections are made with
 */
public record DeliverySettings(
    boolean allowsPrivate,
    @Nullable MailServer mail,
    HostLookup lookup,
    Duration patience,
    UnaryOperator<ClientFactoryBuilder> clients) {

  /** Long enough for a receiver that starts first. */
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  /** To public addresses, without mail. */
  public static final DeliverySettings STANDARD = of(false, null);

  public static DeliverySettings of(boolean allowsPrivate, @Nullable MailServer mail) {
    return new DeliverySettings(
        allowsPrivate, mail, HostLookup.SYSTEM, PATIENCE, UnaryOperator.identity());
  }

  public AddressGuard guard() {
    return new AddressGuard(allowsPrivate);
  }
}
