package dev.leasehold.client.guard;

/** A guard did not let something pass. */
public abstract sealed class ActRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String code;
  private final String expected;
  private final String received;

  private ActRefusedException(String code, String expected, String received, String advice) {
    super(code + ": " + advice);
    this.code = code;
    this.expected = expected;
    this.received = received;
  }

  private ActRefusedException(Verdict.Denied denied) {
    this(denied.code().name(), denied.expected(), denied.received(), denied.advice());
  }

  static ActRefusedException of(Verdict.Denied denied) {
    return switch (denied.code()) {
      case LEASE_VIOLATION -> new Violation(denied);
      case STALE_EPOCH -> new StaleEpoch(denied);
      case FUTURE_EPOCH -> new FutureEpoch(denied);
      case LEASE_EXPIRED -> new Expired(denied);
    };
  }

  /** The name of the refusal as on the wire, or {@code CANNOT_TELL}. */
  public String code() {
    return code;
  }

  /** The value that the guard would have let pass. */
  public String expected() {
    return expected;
  }

  /** The value that the act had. */
  public String received() {
    return received;
  }

  /** {@code LEASE_VIOLATION}. */
  public static final class Violation extends ActRefusedException {
    private static final long serialVersionUID = 1L;

    private Violation(Verdict.Denied denied) {
      super(denied);
    }
  }

  /** {@code STALE_EPOCH}. */
  public static final class StaleEpoch extends ActRefusedException {
    private static final long serialVersionUID = 1L;

    private StaleEpoch(Verdict.Denied denied) {
      super(denied);
    }
  }

  /** {@code FUTURE_EPOCH}. */
  public static final class FutureEpoch extends ActRefusedException {
    private static final long serialVersionUID = 1L;

    private FutureEpoch(Verdict.Denied denied) {
      super(denied);
    }
  }

  /** {@code LEASE_EXPIRED}. */
  public static final class Expired extends ActRefusedException {
    private static final long serialVersionUID = 1L;

    private Expired(Verdict.Denied denied) {
      super(denied);
    }
  }

  /** The guard cannot tell. */
  public static final class Undecided extends ActRefusedException {
    private static final long serialVersionUID = 1L;

    Undecided(String why) {
      super("CANNOT_TELL", "", "", why);
    }
  }
}
