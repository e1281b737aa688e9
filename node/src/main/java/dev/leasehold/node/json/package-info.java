/** JSON of plain Java collections. */
@NullMarked
package dev.leasehold.node.json;

import org.jspecify.annotations.NullMarked;
