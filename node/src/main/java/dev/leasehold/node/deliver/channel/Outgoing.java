package dev.leasehold.node.deliver.channel;

/**
 * A message as it leaves.
 *
 * @param id the same however often it is sent
 * @param subject one line, for mail
 * @param text for people
 * @param thread the text that messages about the same thing have in common; empty for none
 * @param json the CloudEvent for programs; empty if this is for people alone
 */
public record Outgoing(String id, String subject, String text, String thread, byte[] json) {}
