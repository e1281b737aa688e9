package dev.leasehold.node.persist;

/**
 * The registrar's word on how far the chain of blocks had come: who changes a block before it has
 * to forge the signature, too.
 *
 * @param keyId of the key that signed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never changed
public record Checkpoint(Head head, String keyId, byte[] signature) {}
