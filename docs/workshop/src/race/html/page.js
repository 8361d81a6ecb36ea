"use strict";
// Two contestants on one time axis: draws a pair anew when another one is chosen, and keeps the
// choice in the address, so that it can be passed on.
const address = new URLSearchParams(location.hash.slice(1));

for (const pair of document.querySelectorAll(".pair")) {
  const selects = [...pair.querySelectorAll("select")];
  const halves = [...pair.querySelectorAll(".half")];
  const leg = pair.id.replace("pair-", "");

  const draw = () => {
    const chosen = selects.map((select) => select.selectedOptions[0].dataset);
    const slower = Number(chosen[0].end) > Number(chosen[1].end) ? chosen[0] : chosen[1];
    halves.forEach((half, index) => {
      const { number, rows, height, caption, label } = chosen[index];
      half.className = "half " + chosen[index].class;
      half.querySelector(".caption").textContent = caption;
      const lanes = half.querySelector(".lanes");
      lanes.setAttribute("height", height);
      lanes.setAttribute("aria-label", label);
      half.querySelector(".stretched").setAttribute("viewBox", `0 0 ${slower.end} ${rows}`);
      half.querySelector(".rows").setAttribute("href", `#rows-${leg}-${number}`);
      half.querySelector(".lines").setAttribute("href", `#lines-${leg}-${slower.number}`);
    });
    pair.querySelector(".words").setAttribute("href", `#words-${leg}-${slower.number}`);
  };

  const remember = () => {
    address.delete(pair.id);
    selects.forEach((select) => address.append(pair.id, select.value));
    history.replaceState(null, "", "#" + address);
  };

  const asked = address.getAll(pair.id);
  selects.forEach((select, index) => {
    const option = [...select.options].find((option) => option.value === asked[index]);
    if (option) option.selected = true;
    select.addEventListener("change", () => { draw(); remember(); });
  });
  pair.querySelector(".choice").hidden = false;
  draw();
  if (asked.length) pair.scrollIntoView();
}
