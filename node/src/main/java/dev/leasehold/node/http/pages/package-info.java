/** Pages beside the operations: the description of the interface, health, figures and keys. */
@NullMarked
package dev.leasehold.node.http.pages;

import org.jspecify.annotations.NullMarked;
