package dev.leasehold.client;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How a client reaches its server and keeps its leases. Every setting but the address and the token
 * has a default that is fit for production.
 */
public final class ClientOptions {

  /** The port that a server listens on unless told otherwise. */
  public static final int DEFAULT_PORT = 7420;

  final String address;
  final Supplier<String> token;
  final @Nullable Path trust;
  final @Nullable Path clientCertificate;
  final @Nullable Path clientKey;
  final Duration requestTimeout;
  final String session;
  final double renewalFraction;
  final Duration safetyMargin;
  final int maxUnanswered;
  final @Nullable Executor listenerExecutor;

  private ClientOptions(Builder builder) {
    this.address = builder.address;
    this.token = builder.token;
    this.trust = builder.trust;
    this.clientCertificate = builder.clientCertificate;
    this.clientKey = builder.clientKey;
    this.requestTimeout = builder.requestTimeout;
    this.session = builder.session;
    this.renewalFraction = builder.renewalFraction;
    this.safetyMargin = builder.safetyMargin;
    this.maxUnanswered = builder.maxUnanswered;
    this.listenerExecutor = builder.listenerExecutor;
  }

  /** A builder with all defaults: a server on this machine, and no token. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * A builder with what the environment has of the variables that the command line reads too: the
   * address in {@code LEASEHOLD_SERVER}, the token in {@code LEASEHOLD_TOKEN}, whom to trust in
   * {@code LEASEHOLD_TLS_CA}, and the client's certificate and its key in {@code
   * LEASEHOLD_TLS_CERT} and {@code LEASEHOLD_TLS_KEY}.
   *
   * @throws IllegalArgumentException if there is a certificate without a key, or a key without one
   */
  public static Builder fromEnvironment() {
    return from(System.getenv());
  }

  static Builder from(Map<String, String> environment) {
    UnaryOperator<String> variable = name -> environment.getOrDefault(name, "").strip();
    Builder builder = new Builder();
    String server = variable.apply("LEASEHOLD_SERVER");
    if (!server.isEmpty()) {
      builder.address(server);
    }
    String token = variable.apply("LEASEHOLD_TOKEN");
    if (!token.isEmpty()) {
      builder.token(token);
    }
    String authority = variable.apply("LEASEHOLD_TLS_CA");
    if (!authority.isEmpty()) {
      builder.trust(Path.of(authority));
    }
    String certificate = variable.apply("LEASEHOLD_TLS_CERT");
    String key = variable.apply("LEASEHOLD_TLS_KEY");
    if (certificate.isEmpty() != key.isEmpty()) {
      throw new IllegalArgumentException(
          "a certificate of your own needs both LEASEHOLD_TLS_CERT and LEASEHOLD_TLS_KEY");
    }
    if (!certificate.isEmpty()) {
      builder.clientCertificate(Path.of(certificate), Path.of(key));
    }
    return builder;
  }

  /** Collects settings; {@link #build} may be called more than once. */
  public static final class Builder {

    private String address = "127.0.0.1:" + DEFAULT_PORT;
    private Supplier<String> token = () -> "";
    private @Nullable Path trust;
    private @Nullable Path clientCertificate;
    private @Nullable Path clientKey;
    private Duration requestTimeout = Duration.ofSeconds(10);
    private String session = "";
    private double renewalFraction = 1.0 / 3;
    private Duration safetyMargin = Duration.ofSeconds(1);
    private int maxUnanswered = 4_096;
    private @Nullable Executor listenerExecutor;

    private Builder() {}

    /**
     * {@code host:port}, {@code http://host:port} or {@code https://host:port}. Without a scheme
     * TLS is used unless the host is this machine and nothing about TLS was set.
     */
    public Builder address(String address) {
      this.address = address.strip();
      return this;
    }

    public Builder token(String token) {
      String text = token.strip();
      return token(() -> text);
    }

    /** For tokens that are replaced from time to time: asked again with every connection. */
    public Builder token(Supplier<String> token) {
      this.token = token;
      return this;
    }

    /** A PEM file with the certificates of whoever vouches for the server; the JDK's if not set. */
    public Builder trust(Path certificates) {
      this.trust = certificates;
      return this;
    }

    /** PEM files with the client's own certificate and its private key. */
    public Builder clientCertificate(Path certificate, Path key) {
      this.clientCertificate = certificate;
      this.clientKey = key;
      return this;
    }

    /**
     * How long an answer is waited for, across reconnects; 10 seconds unless set. A request that
     * waits for a lease has the time of its wait in addition.
     */
    public Builder requestTimeout(Duration timeout) {
      this.requestTimeout = positive("requestTimeout", timeout);
      return this;
    }

    /**
     * Names this worker among several that share a token; acquires carry it unless they name
     * another.
     */
    public Builder session(String session) {
      this.session = session;
      return this;
    }

    /**
     * After which part of its ttl a held lease is renewed, and after which part of its interval a
     * heartbeat is sent: a third unless set, below one. Zero switches both off; the lease is then
     * looked up now and then, because an admin may have extended it.
     */
    public Builder renewalFraction(double fraction) {
      if (!(fraction >= 0 && fraction < 1)) {
        throw new IllegalArgumentException("renewalFraction is 0 or more and below 1: " + fraction);
      }
      this.renewalFraction = fraction;
      return this;
    }

    /**
     * How much earlier than the server a held lease counts itself as lost: a second unless set, and
     * never more than a tenth of what is left. A thousandth of what is left is added for clocks
     * that run at different speeds.
     */
    public Builder safetyMargin(Duration margin) {
      if (margin.isNegative()) {
        throw new IllegalArgumentException("safetyMargin is not negative: " + margin);
      }
      this.safetyMargin = margin;
      return this;
    }

    /**
     * How many requests may be unanswered at a time, not counting those that wait for a lease; the
     * next one blocks its caller. 4096 unless set, which is also what the server takes.
     */
    public Builder maxUnanswered(int requests) {
      if (requests < 1) {
        throw new IllegalArgumentException("maxUnanswered is 1 or more: " + requests);
      }
      this.maxUnanswered = requests;
      return this;
    }

    /** Runs the listeners; daemon threads of the client's own unless set. */
    public Builder listenerExecutor(Executor executor) {
      this.listenerExecutor = executor;
      return this;
    }

    public ClientOptions build() {
      return new ClientOptions(this);
    }

    private static Duration positive(String name, Duration value) {
      Objects.requireNonNull(value, name);
      if (value.isNegative() || value.isZero()) {
        throw new IllegalArgumentException(name + " is more than zero: " + value);
      }
      return value;
    }
  }
}
