/**
 * The server. Its packages stand in the order in which a request meets them: port, http or grpc,
 * operation (with waiting), authorise, sequence, then the kernel, then persist. This one wires
 * them, and nothing else does.
 */
@NullMarked
package dev.leasehold.node;

import org.jspecify.annotations.NullMarked;
