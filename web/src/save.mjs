// Saving a file that was made on the page.

export function save(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
