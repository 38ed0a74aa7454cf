// Printing shows every table; afterwards things are as they were. Nothing needs this to be read.
(() => {
  "use strict";
  const tables = () => 
    document.querySelectorAll("figure details, .verdict details, #further, details[open] details");
  let shut = [];
  addEventListener("beforeprint", () => {
    shut = [...tables()].filter((d) => !d.open && !d.matches(".person"));
    shut.forEach((d) => (d.open = true));
  });
  addEventListener("afterprint", () => shut.forEach((d) => (d.open = false)));

  // An address that ends in #person-30 opens that person, and what that person stands in.
  const show = () => {
    const target = document.getElementById(location.hash.slice(1));
    for (let d = target && target.closest("details"); d; d = d.parentElement.closest("details"))
      d.open = true;
    if (target) target.scrollIntoView();
  };
  addEventListener("hashchange", show);
  show();

  const button = document.getElementById("open-all");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    const people = [...document.querySelectorAll(".person, #further")];
    const open = people.some((d) => !d.open);
    people.forEach((d) => (d.open = open));
    button.textContent = open ? "Close everybody" : "Open everybody";
  });
})();
