package dev.afloat.examples.incident;

import java.util.List;

/** Five products, and a search that finds those whose name contains any word of the query. */
public final class Catalog {
    private final List<Product> products = List.of(
            new Product(1, "wireless noise-cancelling headphones"),
            new Product(2, "programmable drip coffee maker"),
            new Product(3, "waterproof laptop backpack"),
            new Product(4, "backlit mechanical keyboard"),
            new Product(5, "water-resistant sports headphones"));

    /** Returns the products that match, in the order of the catalogue; none if no word is found. */
    public List<Product> search(String query) {
        List<String> words = List.of(query.split(" "));
        return products.stream()
                .filter(product -> words.stream().anyMatch(product.name()::contains))
                .toList();
    }

    /** Returns whether all of {@code found} are for sale here: a model may invent products. */
    public boolean containsAll(List<Product> found) {
        return products.containsAll(found);
    }
}
