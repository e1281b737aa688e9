/**
 * Protobuf messages as JSON, by their descriptors. Stricter than protobuf's own mapping: only the
 * JSON names, nothing unknown, nothing twice, and every refusal names the field.
 */
@NullMarked
package dev.leasehold.node.serve.codec;

import org.jspecify.annotations.NullMarked;
