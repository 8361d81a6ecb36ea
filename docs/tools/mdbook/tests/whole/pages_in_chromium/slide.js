// Checks that the text of a slide fills the width or the height of its page, and does not go on below it.
const slide = document.querySelector("section.now");
const words = texts().filter((element) => slide.contains(element) && !element.closest("footer")).flatMap((element) => boxes(element, new Map()));
const share = (start, end, whole) => (Math.max(...words.map((box) => box[end])) - Math.min(...words.map((box) => box[start]))) / whole;
const shares = [share("left", "right", innerWidth), share("top", "bottom", innerHeight)];
check(Math.max(...shares) > 0.7, `${slide.textContent.slice(0, 20)} fills ${shares} of its page`);
check(slide.scrollHeight <= innerHeight, `${slide.textContent.slice(0, 20)} goes on below its page`);
