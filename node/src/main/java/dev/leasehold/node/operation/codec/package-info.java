/**
 * Protobuf messages as JSON, by their descriptors. Stricter than protobuf's own mapping: only the
 * JSON names, nothing unknown, nothing twice, and every refusal names the field.
 */
@NullMarked
package dev.leasehold.node.operation.codec;

import org.jspecify.annotations.NullMarked;
