"use strict";

const part = (id) => document.getElementById(id);
const grades = [...document.querySelectorAll("[data-grade]")];
let rater = new URLSearchParams(location.hash.slice(1)).get("rater") || "";
let shown = null;
let busy = false;

function only(id) {
  for (const name of ["start", "rate", "finished"]) part(name).hidden = name !== id;
  if (id === "start") part("name").focus();
  if (id === "finished") part("again").focus();
}

function complain(problem) {
  part("problem").textContent = problem;
  part("problem").hidden = !problem;
}

async function call(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Error("The program that serves this page does not answer; start it again. " +
      "All ratings so far are saved.");
  }
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(said.error || `Not answered (${answer.status}).`);
  return said;
}

async function show(place) {
  const query = new URLSearchParams({ rater });
  if (place !== null) query.set("place", place);
  shown = await call(`pair?${query}`);
  rater = shown.rater;
  history.replaceState(null, "", `#${new URLSearchParams({ rater })}`);
  part("who").textContent = rater;
  part("progress").max = shown.total;
  part("progress").value = shown.done;
  part("count").textContent = `${shown.done} of ${shown.total} rated`;
  if (shown.claim === undefined) {
    only("finished");
    return;
  }
  only("rate");
  part("claim").textContent = shown.claim;
  part("passage").textContent = shown.passage;
  part("passage").scrollTop = 0;
  for (const button of grades) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.grade) === shown.given));
  }
  part("back").disabled = shown.place === 0;
  part("forward").disabled = shown.place + 1 >= shown.total;
}

async function attempt(work) {
  if (busy) return;
  busy = true;
  try {
    await work();
    complain("");
  } catch (error) {
    complain(error.message);
  } finally {
    busy = false;
  }
}

async function rate(grade) {
  const place = shown.place;
  const withdrawn = shown.given === grade;
  await call("rate", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ rater, place, grade: withdrawn ? null : grade }),
  });
  const all = shown.given === null && shown.done + 1 >= shown.total;
  await show(withdrawn ? place : all || place + 1 >= shown.total ? null : place + 1);
}

part("start").addEventListener("submit", (event) => {
  event.preventDefault();
  rater = part("name").value;
  attempt(() => show(null));
});
for (const button of grades) {
  button.addEventListener("click", () => attempt(() => rate(Number(button.dataset.grade))));
}
part("back").addEventListener("click", () => attempt(() => show(shown.place - 1)));
part("forward").addEventListener("click", () => attempt(() => show(shown.place + 1)));
part("open").addEventListener("click", () => attempt(() => show(null)));
part("again").addEventListener("click", () => attempt(() => show(0)));
document.addEventListener("keydown", (event) => {
  if (part("rate").hidden || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  if (["1", "2", "3"].includes(event.key)) attempt(() => rate(Number(event.key)));
  else if (event.key === "ArrowLeft" && shown.place > 0) attempt(() => show(shown.place - 1));
  else if (event.key === "ArrowRight" && shown.place + 1 < shown.total) {
    attempt(() => show(shown.place + 1));
  } else if (event.key === "n") attempt(() => show(null));
});

if (rater) attempt(() => show(null));
else only("start");
