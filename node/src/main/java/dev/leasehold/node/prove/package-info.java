/**
 * What the registrar puts its name to: grants, certificates, tokens, and how far the journal had
 * come.
 *
 * <p>Start at {@link dev.leasehold.node.prove.Registrar}.
 */
@NullMarked
package dev.leasehold.node.prove;

import org.jspecify.annotations.NullMarked;
