package dev.leasehold.node.persist;

/**
 * A statement of how far the chain of blocks had come, signed by the registrar: a change of an
 * earlier block would have to forge the signature, too.
 *
 * @param keyId of the key that signed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never changed
public record Checkpoint(Head head, String keyId, byte[] signature) {}
