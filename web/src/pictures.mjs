// Pictures for the tiles, drawn in code so that the page needs no other file.

const svg = (rows, cols, body) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" preserveAspectRatio="xMidYMid slice" ` +
      `width="${cols * 160}" height="${rows * 160}">${body}</svg>`,
  )}`;

const range = (count) => Array.from({ length: count }, (_, at) => at);

function hills() {
  const ridge = (base, height, turn) => {
    const crest = range(41).map((step) => {
      const x = step * 10;
      const y = base - height * (Math.sin(x / 62 + turn) + 0.45 * Math.sin(x / 23 + turn * 3));
      return `${x},${y.toFixed(1)}`;
    });
    return `0,400 ${crest.join(" ")} 400,400`;
  };
  const shades = ["#7fa8b8", "#5a8a94", "#3d6f70", "#27524f", "#163734"];
  const layers = shades.map(
    (shade, at) => `<polygon fill="${shade}" points="${ridge(170 + at * 45, 26 - at, at * 1.7)}"/>`,
  );
  return (
    `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="#f7b267"/><stop offset=".5" stop-color="#f4e3c1"/>` +
    `</linearGradient></defs><rect width="400" height="400" fill="url(#s)"/>` +
    `<circle cx="285" cy="95" r="44" fill="#fff3d6"/>${layers.join("")}`
  );
}

function rings() {
  const shades = ["#16324f", "#1f5f7a", "#2c8c99", "#6bb9a8", "#f2c14e", "#f78154", "#b4436c"];
  const circles = range(14).map(
    (at) => `<circle cx="150" cy="165" r="${300 - at * 21}" fill="${shades[at % shades.length]}"/>`,
  );
  return `<rect width="400" height="400" fill="#0f2338"/>${circles.join("")}`;
}

function weave() {
  const bands = range(8).flatMap((row) =>
    range(8).map((col) => {
      const hue = 165 + row * 11 + col * 14;
      const over = (row + col) % 2 === 0;
      const [x, y] = [col * 50, row * 50];
      const box = over ? [x, y + 6, 50, 38] : [x + 6, y, 38, 50];
      const [left, top, width, height] = box;
      return `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="hsl(${hue} 45% ${over ? 46 : 62}%)"/>`;
    }),
  );
  return `<rect width="400" height="400" fill="#20252e"/>${bands.join("")}`;
}

const DRAWN = { hills, rings, weave };

/** The URL of the picture with this name, or null for plain numbers. */
export function picture(name, rows, cols) {
  return DRAWN[name] ? svg(rows, cols, DRAWN[name]()) : null;
}

/** The longest side of a user's picture, in pixels, when it is kept. */
const LONGEST_SIDE = 1000;

/** The middle of an image, as wide and as high as the given sides, as a URL. */
function drawn(image, width, height) {
  const scale = Math.max(width / image.width, height / image.height);
  const [across, down] = [image.width * scale, image.height * scale];
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.drawImage(image, (width - across) / 2, (height - down) / 2, across, down);
  return canvas.toDataURL("image/jpeg", 0.85);
}

/** A user's picture as a URL that can be kept, small enough to be kept. */
export async function kept(file) {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height));
  return drawn(image, Math.ceil(image.width * scale), Math.ceil(image.height * scale));
}

/** Whether a URL may be that of a kept picture. No other is looked up. */
export const isKept = (url) => url.startsWith("data:image/jpeg;base64,");

/** A kept picture cut to the shape of the board, so that it is not stretched. */
export async function cut(url, rows, cols) {
  const image = new Image();
  image.src = url;
  await image.decode();
  const unit = LONGEST_SIDE / Math.max(rows, cols);
  return drawn(image, Math.round(cols * unit), Math.round(rows * unit));
}
