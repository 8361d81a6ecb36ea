// What must hold of the pair on the page of ten pages: the test puts it before look.js.
function more() {
  const pair = document.querySelector(".pair");
  const [above, below] = pair.querySelectorAll("select");
  const [first, second] = pair.querySelectorAll(".half");
  const drawn = (half) => half.querySelector(".rows").getBoundingClientRect();
  const choose = (select, name) => {
    select.value = name;
    select.dispatchEvent(new Event("change"));
  };
  if (!location.hash) {
    check(above.value === "one-by-one" && below.value === "async", "another pair than the first and the last");
    check(drawn(first).width > 8 * drawn(second).width, "ten after one another do not last longer than ten at once");
    check(Math.abs(drawn(first).left - drawn(second).left) < 20, "the pictures do not begin together");
  } else {
    check(above.value === "threads" && below.value === "one-by-one", "not what the address asked for");
  }
  choose(below, "threads");
  choose(above, "async");
  check(second.querySelector(".caption").textContent.startsWith("threads"), "the words stay");
  check(second.querySelector(".lanes").getAttribute("aria-label").startsWith("threads"), "the label stays");
  check(drawn(first).width > 0.9 * first.getBoundingClientRect().width, "the time axis stays");
  check(first.classList.contains("c6") && second.classList.contains("c2"), "the colours stay");
  check(location.hash === "#pair-0=async&pair-0=threads", `the address is ${location.hash}`);
  choose(above, "one-by-one");
  check(drawn(first).width > 8 * drawn(second).width, "the time axis does not grow");
}
