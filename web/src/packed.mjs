// Bytes embedded in the page: compressed, then encoded as text by assemble.mjs.

/** The bytes in the element with this id. */
export async function inflated(id) {
  const { textContent: text, dataset } = document.getElementById(id);
  const packed = new DataView(new ArrayBuffer((text.length / 5) * 4));
  for (let at = 0, from = 0; at < packed.byteLength; at += 4) {
    let number = 0;
    for (const end = from + 5; from < end; from += 1) {
      const sign = text.charCodeAt(from);
      number = number * 85 + sign - (sign < 60 ? 33 : 34);
    }
    packed.setUint32(at, number);
  }
  // The browser refuses the zeros that fill the last four bytes.
  const bytes = new Uint8Array(packed.buffer, 0, Number(dataset.bytes));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}
