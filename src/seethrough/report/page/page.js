// Printing opens everything; afterwards things are as they were.
(() => {
  "use strict";
  const all = () => document.querySelectorAll("details");
  let shut = [];
  addEventListener("beforeprint", () => {
    shut = [...all()].filter((d) => !d.open);
    shut.forEach((d) => (d.open = true));
  });
  addEventListener("afterprint", () => shut.forEach((d) => (d.open = false)));

  // An address that ends in #person-3 opens that person.
  const show = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target && target.matches("details")) target.open = true;
  };
  addEventListener("hashchange", show);
  show();
})();
