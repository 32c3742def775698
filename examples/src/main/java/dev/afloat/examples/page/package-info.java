/** The incident of the product search on a page that people can watch: run {@link dev.afloat.examples.page.LivePage}. */
@NullMarked
package dev.afloat.examples.page;

import org.jspecify.annotations.NullMarked;
