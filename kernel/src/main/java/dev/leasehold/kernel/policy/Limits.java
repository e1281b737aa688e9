package dev.leasehold.kernel.policy;

/** Everything has a limit. A value over a limit is refused, never clamped. */
public final class Limits {

  /** More providers than anybody has contracts with. */
  public static final int MAX_PROVIDERS = 1_000;

  /** As long as browsers take addresses. */
  public static final int MAX_URL_BYTES = 2_048;

  /** More addresses than anybody looks after. */
  public static final int MAX_SUBSCRIPTIONS = 1_000;

  /** A holder's mail, a chat, and what its machines listen on. */
  public static final int MAX_SUBSCRIPTIONS_PER_HOLDER = 10;

  /** Many more than there are types of events. */
  public static final int MAX_TOPICS = 64;

  /** As long as RFC 5321 lets an address be. */
  public static final int MAX_MAIL_BYTES = 254;

  /** A day: a code that nobody has read by then was not meant for them. */
  public static final long MAX_CONFIRMATION_NANOS = 24L * 3_600 * 1_000_000_000L;

  /** A key of 4 KiB and what encryption adds. */
  public static final int MAX_ENCRYPTED_KEY_BYTES = 4_096 + 128;

  /** Ids, spaces, holders and sessions fit a log line, a file name and a URL segment. */
  public static final int MAX_NAME_BYTES = 128;

  /** Labels are for people and tools to find a lease by, not for storing documents. */
  public static final int MAX_LABELS = 32;

  public static final int MAX_LABEL_BYTES = 256;

  /** The reason with which an admin ends a lease: a sentence, not a report. */
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

  /** Some 290 years: whatever is added to a tick is still a number. */
  public static final long MAX_TICK = Long.MAX_VALUE - 4 * MAX_TTL_NANOS;

  /** A holder out of control must not fill the memory that all share. */
  public static final int DEFAULT_LEASES_PER_HOLDER = 100_000;

  /**
   * Characters of scopes, labels and authorities for each lease that a holder may have. Ordinary
   * leases have half as many; the largest, which have thousands of times as many, are few then.
   */
  public static final int CHARACTERS_PER_LEASE = 256;

  /** Characters that any holder may have, however few its leases: two of the largest leases. */
  public static final int MIN_CHARACTERS_PER_HOLDER = 1 << 20;

  /** An hour: who would wait longer asks again, with a new request id. */
  public static final long MAX_WAIT_NANOS = HOUR;

  /** Given priorities; aging adds to them. */
  public static final int MAX_PRIORITY = 100;

  public static final int MIN_PRIORITY = -100;

  /** Waiting makes more urgent, a step for every ten seconds. */
  public static final long AGING_STEP_NANOS = 10 * SECOND;

  public static final int MAX_AGING = 10;

  /** Waiters in all and on one resource: beyond, asking again is cheaper than waiting. */
  public static final int MAX_WAITERS = 100_000;

  public static final int MAX_WAITERS_ON_ONE_RESOURCE = 10_000;

  /** Characters of patterns that are waited for in one space: each look compares with them. */
  public static final int MAX_WAITING_PATTERN_CHARACTERS = 65_536;

  /** Waits and leases looked at to find a deadlock: some 20 ms. */
  public static final int MAX_DEADLOCK_STEPS = 100_000;

  /** Parties named in a deadlock. */
  public static final int MAX_CYCLE_NAMED = 16;

  /** Leases derived from leases derived from leases: nobody follows more generations. */
  public static final int MAX_DEPTH = 16;

  /** Living leases derived from one: they all end in one step. */
  public static final int MAX_CHILDREN = 4_096;

  /**
   * Resources with an epoch of their own, some 100 bytes each; beyond, the oldest share a floor.
   */
  public static final int MAX_EPOCHS = 1_000_000;

  /** How long the bearer of a revoked token is told why: a month, as notices are kept. */
  public static final long REVOKED_TOKENS_KEPT_NANOS = 30 * DAY;

  /** Revoked tokens whose reasons are kept: more than anybody revokes in a month. */
  public static final int MAX_REVOKED_TOKENS = 10_000;

  /** Spaces whose epochs begin at a floor of their own; beyond, all begin at the highest. */
  public static final int MAX_EPOCH_FLOORS = 10_000;

  /** Names on one allow-list, and the bytes of each. */
  public static final int MAX_AUTHORITY_NAMES = 256;

  public static final int MAX_AUTHORITY_NAME_BYTES = 256;

  /** Units of one budget. */
  public static final int MAX_UNITS = 16;

  /** A million million dollars in microdollars: sums of two still fit 64 bits. */
  public static final long MAX_AMOUNT = 1_000_000_000_000_000_000L;

  /** How long a call under way keeps its reservation, unless it says otherwise. */
  public static final long DEFAULT_RESERVATION_NANOS = 10 * MINUTE;

  public static final long MAX_RESERVATION_NANOS = DAY;

  public static final int MAX_OPEN_RESERVATIONS = 1_000;

  /** Request ids that moved the money of one lease or pool: each is remembered. */
  public static final int MAX_MONEY_IDS = 1_000_000;

  /** Request ids that moved money stay this much longer than the lease. */
  public static final long MONEY_IDS_KEPT_NANOS = 30 * DAY;

  public static final int MAX_POOLS = 10_000;

  /** Labels say what money was spent on: model, provider and a few words more, in every event. */
  public static final int MAX_SPEND_LABELS = 8;

  public static final int MAX_SPEND_LABEL_BYTES = 128;

  /**
   * Requests for more that wait for an admin, in all, of one holder and of one lease: people read
   * them, and nobody fills the list alone.
   */
  public static final int MAX_OPEN_REQUESTS = 1_000;

  public static final int MAX_OPEN_REQUESTS_OF_HOLDER = 20;

  public static final int MAX_OPEN_REQUESTS_OF_ONE = 3;

  /** Requests that a lease remembers, decided ones too; beyond, the oldest is forgotten. */
  public static final int MAX_REQUESTS_OF_ONE = 20;

  /** Names of time zones and of periods are short. */
  public static final int MAX_ZONE_BYTES = 64;

  /** Policies that admins added, every version counted: leases go on referring to old ones. */
  public static final int MAX_POLICIES = 1_000;

  /** Notices that a holder has not acknowledged; a holder with as many loses some. */
  public static final int MAX_NOTICES_PER_HOLDER = 1_000;

  /** Notices lost at a time: a flood to one holder leads to few events. */
  public static final int NOTICES_DROPPED_AT_ONCE = 50;

  public static final long NOTICES_KEPT_NANOS = 30 * DAY;

  /** Notices that a reply carries. */
  public static final int MAX_NOTICES_PER_REPLY = 20;

  /** Admins are few; more than these read the events. */
  public static final int MAX_ADMINS_TOLD = 16;

  /**
   * The holder, the actor that took the lease away, admins, and some holders of what it covered.
   */
  public static final int MAX_TOLD_OF_A_COMMIT = 2 * MAX_ADMINS_TOLD;

  /** Far more than come while the tables are behind, which know all of them. */
  public static final int MAX_LATE_CHECK_INS = 10_000;

  /** A question to a holder: a sentence or two. */
  public static final int MAX_NOTE_BYTES = 500;

  /** An asker gives a holder a minute before it asks for the same lease again. */
  public static final long ASK_EVERY_NANOS = MINUTE;

  /** Leases that one caller asks holders for within a minute: more is no conversation any more. */
  public static final int MAX_QUESTIONS_OF_ONE_A_MINUTE = 100;

  /** Questions of all within a minute: each is remembered so long, in some 200 bytes. */
  public static final int MAX_QUESTIONS_A_MINUTE = 10_000;

  /** A restored state goes on beyond every position that may have been given since the backup. */
  public static final long RESTORE_POSITION_LIFT = 1L << 40;

  public static final long RESTORE_EPOCH_LIFT = 1L << 32;

  /** Epochs rise by this share of what positions rise by: 2^32 at a lift of 2^40. */
  public static final int RESTORE_EPOCH_SHIFT = 8;

  /** The highest position a restore may ask for: half of all positions stay for later restores. */
  public static final long MAX_RESTORE_POSITION = 1L << 62;

  /** Conflicts named in a refusal: enough to see who is in the way, small enough for a reply. */
  public static final int MAX_CONFLICTS_NAMED = 16;

  /**
   * Characters of scopes and labels in the conflicts of one reply. Ordinary ones have a hundredth;
   * sixteen of the largest would be megabytes for a request of a few bytes.
   */
  public static final int MAX_CONFLICT_CHARACTERS = 64 << 10;

  /** Patterns of a scope named in a sentence. */
  public static final int MAX_PATTERNS_IN_A_SENTENCE = 16;

  /** Expiries in one command, so that a storm of deadlines is recorded in steps. */
  public static final int MAX_EXPIRIES_PER_STEP = 4_096;

  /** Grants from the queue in one command, so that blocks stay small however many wait. */
  public static final int MAX_GRANTS_PER_STEP = 1_024;

  /** Leases in one page of a list. */
  public static final int MAX_PAGE_SIZE = 1_000;

  public static final int DEFAULT_PAGE_SIZE = 100;

  /** Characters of scopes and labels in one page: a thousand ordinary leases have fewer. */
  public static final int MAX_PAGE_CHARACTERS = 512 << 10;

  /** Leases looked at for one page, so that a list never stops the kernel for long. */
  public static final int MAX_EXAMINED_PER_PAGE = 20_000;

  /**
   * Request ids of changes that a lease remembers, apart from those that move money: a retry comes
   * soon or not at all.
   */
  public static final int MAX_CHANGE_IDS_PER_LEASE = 16;

  /** Spaces that one token names. */
  public static final int MAX_SPACES_PER_TOKEN = 256;

  /** Permissions that one token names, and the bytes of each: they travel with every request. */
  public static final int MAX_PERMISSIONS_PER_TOKEN = 32;

  public static final int MAX_PERMISSION_BYTES = 64;

  /** Tokens that are valid at once. */
  public static final int MAX_TOKENS = 100_000;

  /** A day: nobody should see a lease as held in a table for longer than that after its end. */
  public static final long MAX_CLEANUP_INTERVAL_SECONDS = DAY / SECOND;

  /** Ten years: for more there is the journal's archive. */
  public static final long MAX_HISTORY_RETENTION_DAYS = 3_650;

  private Limits() {}
}
