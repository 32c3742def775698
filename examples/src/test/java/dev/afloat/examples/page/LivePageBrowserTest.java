package dev.afloat.examples.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.results.Results;
import com.deque.html.axecore.selenium.AxeBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.WebDriverWait;

/** The page as people have it: by sight, by keyboard, and by screen reader. */
@Tag("browser")
@Timeout(180)
class LivePageBrowserTest {
    private final LivePage page;
    private @Nullable ChromeDriver browser;

    LivePageBrowserTest() throws IOException {
        page = new LivePage(0);
    }

    private ChromeDriver open(String colours, int requests) {
        page.player().play(requests);
        ChromeDriver started = Chromium.start(colours);
        browser = started;
        started.get(page.address());
        waitFor(Math.min(60, requests));
        return started;
    }

    private void waitFor(int cells) {
        until("#strip button", cells);
    }

    private void until(String selector, int found) {
        ChromeDriver driver = driver();
        new WebDriverWait(driver, Duration.ofSeconds(30))
                .withMessage(() -> found + " of " + selector + ", but there are "
                        + driver.findElements(By.cssSelector(selector)).size())
                .until(ignored -> driver.findElements(By.cssSelector(selector)).size() == found);
    }

    private ChromeDriver driver() {
        return Objects.requireNonNull(browser, "no browser");
    }

    private String text(String id) {
        return driver().findElement(By.id(id)).getText();
    }

    private List<WebElement> cells() {
        return driver().findElements(By.cssSelector("#strip button"));
    }

    private @Nullable String focused() {
        return driver().switchTo().activeElement().getAccessibleName();
    }

    @AfterEach
    void close() {
        if (browser != null) {
            browser.quit();
        }
        page.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void the_incident_is_seen_and_an_audit_finds_nothing_to_mend(String colours) throws IOException {
        ChromeDriver driver = open(colours, 45);

        assertThat(cells().stream().map(WebElement::getText).reduce("", String::concat))
                .isEqualTo("SSSSSCSSSSSSKKKCCKKKCCSSSCSSSS" + "SSSSSCSSSSSSKKK");
        assertThat(text("answered")).isEqualTo("45 of 45");
        assertThat(text("degraded")).isEqualTo("16 of 45");
        assertThat(text("ratio")).isEqualTo("36 %");
        assertThat(text("breaker")).isEqualTo("open");
        assertThat(driver.findElements(By.cssSelector(".legend li")).stream()
                        .map(WebElement::getText)
                        .toList())
                .containsExactly(
                        "S\nsemantic model",
                        "C\nkept answer, degraded",
                        "K\nkeywords, degraded",
                        "breaker open after it");

        cells().get(14).click();
        Results audit = new AxeBuilder().analyze(driver);
        assertThat(audit.getViolations())
                .extracting(rule -> rule.getId() + ": " + rule.getNodes())
                .isEmpty();
        assertThat(driver.manage().logs().get(LogType.BROWSER).getAll()).isEmpty();
        Files.write(
                Files.createDirectories(Path.of("target/screenshots")).resolve("live-page-" + colours + ".png"),
                driver.getScreenshotAs(OutputType.BYTES));
    }

    @Test
    void the_share_of_the_requests_shown_is_of_those_alone() {
        open("light", 90);

        assertThat(text("answered")).isEqualTo("90 of 90");
        assertThat(text("degraded")).isEqualTo("24 of 60");
    }

    @Test
    void what_the_user_sees_says_so_where_it_is_degraded() {
        open("light", 5);
        assertThat(driver().findElement(By.id("badge")).isDisplayed()).isFalse();
        assertThat(text("best")).isEqualTo("Best match: wireless noise-cancelling headphones");

        page.player().play(1);
        waitFor(6);

        assertThat(driver().findElement(By.id("badge")).isDisplayed()).isTrue();
        assertThat(text("badge")).isEqualTo("may be older or simpler than usual");
        assertThat(driver().findElement(By.id("best")).isDisplayed()).isFalse();
        assertThat(text("products")).contains("water-resistant sports headphones");
    }

    @Test
    void the_strip_is_walked_by_keyboard_and_named_for_screen_readers() {
        ChromeDriver driver = open("light", 40);
        Actions keys = new Actions(driver);

        keys.sendKeys(Keys.TAB, Keys.TAB).perform();
        assertThat(focused())
                .as("one stop for the whole strip")
                .isEqualTo("Request 40, headphones water: answered by the semantic model");
        keys.sendKeys(Keys.HOME).perform();
        assertThat(focused()).isEqualTo("Request 1, headphones: answered by the semantic model");
        keys.sendKeys(Keys.ARROW_LEFT).perform();
        assertThat(focused()).as("there is none before").startsWith("Request 1,");
        keys.sendKeys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
                .perform();
        assertThat(focused()).isEqualTo("Request 6, headphones: answered by the cache, degraded, timeout");
        assertThat(text("details"))
                .contains("It took 800 ms.")
                .contains("semantic: timeout")
                .contains("cache: success");
        keys.sendKeys(Keys.ARROW_DOWN).perform();
        assertThat(focused()).startsWith("Request 36,");
        keys.sendKeys(Keys.ARROW_UP, Keys.END).perform();
        assertThat(focused()).startsWith("Request 40,");
        keys.sendKeys(Keys.TAB).perform();
        assertThat(focused()).isEqualTo("Metrics");
    }

    @Test
    void the_focus_stays_with_its_request_while_others_arrive_and_go() {
        ChromeDriver driver = open("light", 60);
        new Actions(driver)
                .sendKeys(Keys.TAB, Keys.TAB, Keys.HOME, Keys.ARROW_RIGHT)
                .perform();
        assertThat(focused()).startsWith("Request 2,");

        page.player().play(1);
        until("#strip [aria-label^='Request 61,']", 1);
        assertThat(focused()).startsWith("Request 2,");

        page.player().play(2);
        until("#strip [aria-label^='Request 63,']", 1);
        assertThat(focused()).as("it stays while somebody is at it").startsWith("Request 2,");
        new Actions(driver).sendKeys(Keys.ARROW_RIGHT).perform();
        assertThat(focused()).startsWith("Request 4,");
        waitFor(60);
    }

    @Test
    void changes_of_state_are_announced_and_single_requests_are_not() {
        open("light", 10);
        assertThat(text("news")).isEmpty();
        page.player().play(3);
        waitFor(13);
        String atFirst = text("news");
        page.player().play(2);
        waitFor(15);

        assertThat(atFirst).isEqualTo("More than 10 % of the answers are degraded.");
        assertThat(text("news")).isEqualTo("The breaker of the model is now open.");
        assertThat(driver().findElement(By.id("news")).getAriaRole()).isEqualTo("status");
    }

    @Test
    void a_page_that_is_paused_stands_still_until_it_goes_on() {
        ChromeDriver driver = open("light", 10);
        new Actions(driver).sendKeys(Keys.TAB, Keys.SPACE).perform();
        assertThat(driver.findElement(By.id("pause")).getDomAttribute("aria-pressed"))
                .isEqualTo("true");

        page.player().play(5);
        driver.executeAsyncScript("setTimeout(arguments[arguments.length - 1], 1500)");

        assertThat(cells()).hasSize(10);
        new Actions(driver).sendKeys(Keys.SPACE).perform();
        waitFor(15);
        assertThat(driver.findElement(By.id("pause")).getDomAttribute("aria-pressed"))
                .isEqualTo("false");
    }

    @Test
    void a_program_that_has_ended_is_told() {
        open("light", 3);

        page.close();

        new WebDriverWait(driver(), Duration.ofSeconds(30))
                .until(ignored -> text("news").startsWith("The program behind this page does not answer"));
        assertThat(cells()).as("what was there stays").hasSize(3);
    }
}
