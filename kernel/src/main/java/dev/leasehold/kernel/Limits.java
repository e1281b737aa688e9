package dev.leasehold.kernel;

/** Everything has a limit. A value over a limit is refused, never clamped. */
public final class Limits {

  /** Ids, spaces, holders and sessions fit a log line, a file name and a URL segment. */
  public static final int MAX_NAME_BYTES = 128;

  /** Labels are for people and tools to find a lease by, not for storing documents. */
  public static final int MAX_LABELS = 32;

  public static final int MAX_LABEL_BYTES = 256;

  /** Why an admin ended a lease: a sentence, not a report. */
  public static final int MAX_REASON_BYTES = 1_024;

  public static final long MILLISECOND = 1_000_000L;
  public static final long SECOND = 1_000 * MILLISECOND;
  public static final long MINUTE = 60 * SECOND;
  public static final long HOUR = 60 * MINUTE;
  public static final long DAY = 24 * HOUR;

  /** Shorter than a reply takes to travel, a lease would be over before it is known. */
  public static final long MIN_TTL_NANOS = MILLISECOND;

  /** Longer is no lease but a gift; a leap year fits. */
  public static final long MAX_TTL_NANOS = 366 * DAY;

  /** A holder out of control must not fill the memory that all share. */
  public static final int DEFAULT_LEASES_PER_HOLDER = 100_000;

  /** Conflicts named in a refusal: enough to see who is in the way, small enough for a reply. */
  public static final int MAX_CONFLICTS_NAMED = 16;

  /** Expiries in one command, so that a storm of deadlines is recorded in steps. */
  public static final int MAX_EXPIRIES_PER_STEP = 4_096;

  /** Leases in one page of a list. */
  public static final int MAX_PAGE_SIZE = 1_000;

  public static final int DEFAULT_PAGE_SIZE = 100;

  /** Leases looked at for one page, so that a list never stops the kernel for long. */
  public static final int MAX_EXAMINED_PER_PAGE = 20_000;

  /** Request ids of renewals that a lease remembers: a retry comes soon or not at all. */
  public static final int MAX_CHANGE_IDS_PER_LEASE = 16;

  /** Spaces that one token names. */
  public static final int MAX_SPACES_PER_TOKEN = 256;

  /** Tokens that are valid at once. */
  public static final int MAX_TOKENS = 100_000;

  private Limits() {}
}
