package dev.leasehold.node.deliver;

/** The kind of content that a message has. The order is that of the numbers in the file. */
enum MessageForm {
  /** An event, as {@link Wording#keep} gives it. */
  EVENT,
  /** A text for a chat. */
  TEXT,
  /** A notice, as {@link NoticeBytes} writes it. */
  NOTICE,
  /** The code that confirms the address. */
  CONFIRMATION,
  /** A test, which only shows that messages arrive. */
  TEST,
  /** A text for a chat that speaks of an end to come, as {@link EndingText} writes it. */
  ENDING_TEXT
}
