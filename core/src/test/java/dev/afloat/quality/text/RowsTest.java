package dev.afloat.quality.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where each limit lies: what is just beyond is prose. */
class RowsTest {

    private static boolean table(String text) {
        return Passages.of(text).prose().isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a|b|c\nd|e|f\ng|h|i",
                "a\tb\nc\td\ne\tf",
                "a;b;c\nd;e;f\ng;h;i",
                "a,b,c\nd,e,f\ng,h,i",
                "aaaaaaaaaaaaaaaaaaaaaaaaa,bbbbbbbbbbbbbbbbbbbbbbb,cccccccccccccccccccccc\nd,e,f\ng,h,i",
                "a a a,b b b,c c c\nd,e,f\ng,h,i",
                "a,b,c\nd,e,f\ng,h,i\na;b;c\nd;e;f\ng;h;i",
                "a,b,c\na,b,c\nd,e,f\ng,h,i\nj,k,l"
            })
    void these_are_tables(String text) {
        assertThat(table(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a,b,c\nd,e,f",
                "a,b\nc,d\ne,f",
                "a|b\nc|d\ne|f",
                "a,b,c\nd,e,f\ng,h,i,j",
                "a,b,c\nd;e;f\ng,h,i",
                "aaaaaaaaaaaaaaaaaaaaaaaaa,bbbbbbbbbbbbbbbbbbbbbbb,ccccccccccccccccccccccc\nd,e,f\ng,h,i",
                "a a a,b b b,c c c c\nd,e,f\ng,h,i",
                "a,b,c\na,b,c\na,b,c\na,b,c",
                "a,b,c\nd,e,f\na,b,c\nd,e,f",
                "a,b,c\nd,e,f\n\ng,h,i"
            })
    void these_are_none(String text) {
        assertThat(table(text)).isFalse();
    }
}
