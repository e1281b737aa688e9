package dev.leasehold.node.deliver;

import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.node.publish.LeaseLookup;
import dev.leasehold.node.publish.Publication;

/** Words messages as the wire has them. */
public interface Wording {

  /** An event as it is kept until it is delivered. */
  byte[] keep(Publication publication);

  /** An event in one sentence. */
  String sentence(Publication publication);

  /**
   * The CloudEvent of an event that was kept.
   *
   * @param lookup for what is left of the lease of a reminder
   * @param tick of now
   */
  byte[] event(byte[] kept, LeaseLookup lookup, long tick);

  /**
   * The CloudEvent of a notice.
   *
   * @param holder the holder that the notice is for
   * @param text as it reads now
   */
  byte[] notice(String holder, Notice notice, String text);

  /**
   * A CloudEvent about the address that it goes to.
   *
   * @param type its last word
   */
  byte[] aboutAddress(String subscription, String type, String id, String text, long wallNanos);

  /** The body of a message to a chat. */
  byte[] chat(String text);
}
