/**
 * The keys of providers: encrypted where they are stored, and sealed to those who may have them.
 */
@NullMarked
package dev.leasehold.node.keys;

import org.jspecify.annotations.NullMarked;
