for (const details of document.querySelectorAll("details")) details.open = true;
const forward = document.getElementById("forward");
for (let step = 0; forward && step < 12; step += 1) {
  forward.click();
  measure();
}
document.querySelectorAll(".sidebar a").forEach((link) => link.checkVisibility() && contrasts(link));
