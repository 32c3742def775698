package dev.afloat.examples.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.support.ui.WebDriverWait;

/** What a screen reader says of the page, and what a keyboard reaches, while the page goes on by itself. */
@Tag("browser")
@Timeout(180)
class LivePageListenedToTest {
    private final LivePage page;
    private @Nullable ChromeDriver browser;

    LivePageListenedToTest() throws IOException {
        page = new LivePage(0);
    }

    private ChromeDriver open(int requests) {
        page.player().play(requests);
        ChromeDriver driver = Chromium.start("light");
        browser = driver;
        driver.get(page.address());
        until("#strip [aria-label^='Request " + requests + ",']");
        return driver;
    }

    private void until(String selector) {
        ChromeDriver driver = Objects.requireNonNull(browser);
        new WebDriverWait(driver, Duration.ofSeconds(30))
                .withMessage(selector)
                .until(ignored -> !driver.findElements(By.cssSelector(selector)).isEmpty());
    }

    @AfterEach
    void close() {
        if (browser != null) {
            browser.quit();
        }
        page.close();
    }

    @Test
    void a_program_that_has_ended_is_announced_once() {
        ChromeDriver driver = open(3);
        driver.executeScript("window.announced = 0;"
                + "new MutationObserver(all => { window.announced += all.length; })"
                + ".observe(document.getElementById('news'), {childList: true, characterData: true, subtree: true});");

        page.close();
        driver.executeAsyncScript("setTimeout(arguments[arguments.length - 1], 4000)");

        assertThat((Long) driver.executeScript("return window.announced")).isEqualTo(1);
    }

    @Test
    void the_focus_stays_in_the_strip_when_all_its_requests_were_replaced_at_once() {
        ChromeDriver driver = open(60);
        new Actions(driver).sendKeys(Keys.TAB, Keys.TAB, Keys.HOME).perform();

        page.player().play(70);
        until("#strip [aria-label^='Request 130,']");

        assertThat(driver.switchTo().activeElement().getAccessibleName()).startsWith("Request ");
    }

    @Test
    void the_strip_tells_screen_readers_that_arrow_keys_are_its_own_and_which_request_is_chosen() {
        ChromeDriver driver = open(10);
        new Actions(driver).sendKeys(Keys.TAB, Keys.TAB, Keys.HOME).perform();

        assertThat(driver.findElement(By.id("strip")).getAriaRole())
                .isIn("toolbar", "grid", "listbox", "radiogroup", "tablist");
        assertThat(
                        driver.findElements(
                                By.cssSelector(
                                        "#strip [aria-current='true'], #strip [aria-selected='true'], #strip [aria-pressed='true'], #strip [aria-checked='true']")))
                .hasSize(1);
    }

    @Test
    void cells_are_big_enough_for_a_finger_on_a_phone() {
        ChromeDriver driver = open(10);
        driver.manage().window().setSize(new Dimension(500, 800));
        Object width = driver.executeScript("document.querySelector('main').style.width = '320px';"
                + "return document.querySelector('#strip button').getBoundingClientRect().width");

        assertThat(((Number) Objects.requireNonNull(width)).doubleValue()).isGreaterThanOrEqualTo(24);
    }
}
