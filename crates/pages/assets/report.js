// Sorts tables by their columns; everything else works without scripts.
"use strict";

function key(cell, isNumber) {
  const text = cell.dataset.key ?? cell.textContent.trim();
  return isNumber ? Number.parseFloat(text) || 0 : text;
}

function sortBy(table, head, column) {
  const body = table.tBodies[0];
  const isNumber = head.hasAttribute("data-number");
  const ascending = head.getAttribute("aria-sort") !== "ascending";
  const rows = Array.from(body.rows, (row, index) => ({ row, index, key: key(row.cells[column], isNumber) }));
  rows.sort((a, b) => {
    const order = isNumber ? a.key - b.key : a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
    return (ascending ? order : -order) || a.index - b.index;
  });
  for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
  body.append(...rows.map((entry) => entry.row));
}

for (const table of document.querySelectorAll("table[data-sortable]")) {
  for (const [column, head] of Array.from(table.tHead.rows[0].cells).entries()) {
    head.querySelector("button").addEventListener("click", () => sortBy(table, head, column));
  }
}
