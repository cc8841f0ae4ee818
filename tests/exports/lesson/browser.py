"""Take a lesson's page in a real browser, by keys or by touch: a program of its own, since tests may not
use the network, and a browser is talked to through it.

    python browser.py PAGE DOWNLOADS PLAN.json      # prints what was seen, as JSON
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
PATIENCE = 60  # seconds
STATE = "return [state, at, video.currentTime, video.duration, video.videoWidth, video.playbackRate, video.controls]"

SHAPE = """
const shown = [...document.querySelectorAll("#question button")].filter((one) => one.offsetParent);
const picture = clip.getBoundingClientRect();
return {
  lowest: Math.max(...shown.map((one) => one.getBoundingClientRect().bottom)), screen: [innerWidth, innerHeight],
  wide: Math.min(picture.width, picture.height * clip.videoWidth / clip.videoHeight),
  buttons: shown.map((one) => one.innerText.replace(/\\s+/g, " ").trim()),
};"""
CALLS = """
return arguments[0].map((keys) => {
  const call = keys.reduce((call, key, n) => pressed(call, key, n), NO_CALL);
  return [call.athlete, call.nothing, call.pending && call.pending.key,
    call.said.map((one) => [one.athlete, one.kind, one.value ?? null, one.time])];
});"""
PLACES = "return arguments[0].map(([code, key]) => place({ code, key }))"


class Page:
    """The page in the browser."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def state(self) -> list[Any]:
        return list(self.driver.execute_script(STATE))

    def wait(self, *states: str) -> str:
        WebDriverWait(self.driver, PATIENCE, 0.05).until(lambda _: self.state()[0] in states)
        return str(self.state()[0])

    def keys(self, *keys: str) -> None:
        for key in keys:
            chain = ActionChains(self.driver)
            chain.send_keys(getattr(Keys, key.upper()) if len(key) > 1 else key)
            chain.perform()

    def click(self, name: str) -> None:
        self.driver.find_element(By.ID, name).click()


def take(page: Page, plan: dict[str, Any], seen: list[dict[str, Any]]) -> None:
    """Answer each question as the plan says by the id of its moment; unplanned ones not at all."""
    count = page.driver.execute_script("return order.length")
    for _ in range(count):
        page.wait("ready")
        question = page.driver.execute_script("return order[at]")
        answer = plan["answers"].get(question["id"])
        page.keys("space")
        page.wait("playing")
        if answer and answer.get("during"):
            page.driver.execute_async_script(
                "const done = arguments[1]; const look = () => video.currentTime >= arguments[0]"
                " ? done() : setTimeout(look, 10); look();",
                answer["during"],
            )
            page.keys(*answer["keys"])
        page.keys(".", ",", "space", "[", "home")  # an exam neither steps nor stops
        page.wait("answering")
        # Only now is it sure that the browser knows how large the clip is.
        shape = page.driver.execute_script(SHAPE)
        row: dict[str, Any] = {"id": question["id"], "ended": page.state(), **shape}
        if plan.get("pictures") and not seen:
            page.driver.save_screenshot(str(Path(plan["pictures"]) / "question.png"))
        if answer is None:
            page.wait("done")  # the time is up
        else:
            if not answer.get("during"):
                page.keys(*answer["keys"])
            row["called"] = page.driver.find_element(By.ID, "called").text
            page.keys("enter")
            if answer.get("clause"):
                page.wait("clause")
                page.driver.execute_script(
                    "byId('clause-0').value = arguments[0]", answer["clause"]
                )
                page.click("confirm")
        page.wait("done")
        row["status"] = page.driver.find_element(By.ID, "status").text
        seen.append(row)
        page.keys("enter")
    page.wait("end")


def main(html: Path, downloads: Path, plan: dict[str, Any]) -> dict[str, Any]:
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for word in (
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        f"--window-size={plan.get('size', '1280,900')}", "--mute-audio",
        f"--user-data-dir={downloads / 'profile'}",
    ):  # fmt: skip
        options.add_argument(word)
    options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    seen: list[dict[str, Any]] = []
    orders = []
    try:
        driver.get(html.as_uri())
        page = Page(driver)
        if plan.get("pictures"):
            driver.save_screenshot(str(Path(plan["pictures"]) / "start.png"))
        driver.find_element(By.ID, "name").send_keys(plan["name"])
        modes = driver.execute_script(
            "return [...document.querySelectorAll('input[name=mode]')].map((one) => one.value)"
        )
        driver.find_element(By.CSS_SELECTOR, f"input[value={plan.get('mode', 'exam')}]").click()
        driver.execute_script("byId('seed').value = arguments[0]", str(plan.get("seed", 0)))
        driver.find_element(By.CSS_SELECTOR, "#start-form button").click()
        take(page, plan, seen)
        orders.append(driver.execute_script("return attempt.order"))
        if plan.get("pictures"):
            driver.save_screenshot(str(Path(plan["pictures"]) / "end.png"))
        page.click("download")
        wanted = downloads / plan["file"]
        WebDriverWait(driver, PATIENCE, 0.05).until(lambda _: wanted.exists())
        mixed = driver.execute_script(
            "return [1, 2, 7, 2147483646, 2147483647, 9007199254740991]"
            ".map((seed) => shuffled([...Array(10).keys()], seed))"
        )
        prints, places = {}, driver.execute_script(PLACES, plan.get("pressed", []))
        for keyboard, (code, key) in plan.get("typed", {}).items():
            driver.execute_script("learn(arguments[0], arguments[1])", code, key)
            prints[keyboard] = driver.execute_script(
                "return Object.keys(LESSON.keys).filter((one) => one.startsWith('Key')).map(keyName).join('')"
            )
        wide = driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        log = [entry["message"] for entry in driver.get_log("browser")]
        return {
            "seen": seen,
            "orders": orders,
            "mixed": mixed,
            "log": log,
            "fits": wide,
            "calls": driver.execute_script(CALLS, plan.get("strokes", [])),
            "modes": modes,
            "places": places,
            "printed": prints,
        }
    finally:
        driver.quit()


if __name__ == "__main__":
    place, folder, wanted = map(Path, sys.argv[1:])
    sys.stdout.write(json.dumps(main(place, folder, json.loads(wanted.read_text("utf-8")))))
