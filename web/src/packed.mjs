// Bytes embedded in the page: compressed, then encoded as text.

/** The bytes in the element with this id. */
export async function inflated(id) {
  const text = document.getElementById(id).textContent.trim();
  const packed = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}
