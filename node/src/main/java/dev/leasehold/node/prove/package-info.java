/**
 * Everything that the registrar signs: grants, certificates, tokens, and checkpoints of the
 * journal.
 *
 * <p>Start at {@link dev.leasehold.node.prove.GrantSigner}.
 */
@NullMarked
package dev.leasehold.node.prove;

import org.jspecify.annotations.NullMarked;
