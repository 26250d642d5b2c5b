// A picture of a search: the number of moves grows from left to right, and each board is joined to
// its parent.

const MARGIN = 16;
/** How near the pointer has to be to a dot, in pixels. */
const NEAR = 14;
/** Below this many boards, each is also drawn as a dot; above, there are only lines. */
const DOTTED = 1500;

export class SearchPicture {
  #canvas;
  #context;
  #tree = null;
  #drawn = 0;
  #isOver = false;

  constructor(canvas) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d");
  }

  clear() {
    this.#tree = null;
    this.#context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
  }

  /** Draws everything anew when it is next shown. */
  forget() {
    this.#drawn = Infinity;
  }

  /** The depth of a search or the length of its solution, whichever is greater. */
  measure(trace, start) {
    const tree = grow(trace, start);
    return Math.max(1, trace.moves?.length ?? 0, start.isBidirectional ? 0 : tree.deepest);
  }

  /** Places every board, in a picture that is `depth` moves wide. */
  layOut(trace, start, depth) {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const ratio = Math.min(2, devicePixelRatio || 1);
    this.#canvas.width = width * ratio;
    this.#canvas.height = height * ratio;
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const tree = grow(trace, start);
    place(tree, trace, { width, height, depth });
    this.#tree = tree;
    this.#drawn = Infinity;
  }

  /** The step whose dot is nearest to a place, of those that are drawn, and where the dot is. */
  stepAt(x, y) {
    if (!this.#tree) return null;
    const { order, xs, ys } = this.#tree;
    let found = null;
    let least = NEAR ** 2;
    for (let step = 0; step < this.#drawn; step += 1) {
      const at = order[step];
      const apart = (xs[at] - x) ** 2 + (ys[at] - y) ** 2;
      if (apart < least) [least, found] = [apart, { step, x: xs[at], y: ys[at] }];
    }
    return found;
  }

  /** Shows the first steps of the search, and at its end also the solution. */
  show(steps, isOver) {
    const tree = this.#tree;
    if (!tree) return;
    const colours = getComputedStyle(this.#canvas);
    if (steps < this.#drawn || (this.#isOver && !isOver)) {
      this.#context.clearRect(0, 0, this.#canvas.clientWidth, this.#canvas.clientHeight);
      this.#drawn = 0;
    }
    const [forwards, backwards, ink] = ["--accent", "--second", "--ink"].map((name) =>
      colours.getPropertyValue(name),
    );
    this.#draw(this.#drawn, steps, forwards, backwards);
    this.#drawn = steps;
    this.#isOver = isOver;
    if (isOver && tree.way.length > 1) this.#drawWay(ink);
  }

  #draw(from, to, forwards, backwards) {
    const { nodes, order, xs, ys } = this.#tree;
    const context = this.#context;
    const isSmall = nodes.length < DOTTED;
    context.lineWidth = isSmall ? 1.3 : 0.7;
    context.globalAlpha = isSmall ? 0.75 : nodes.length < 20_000 ? 0.45 : 0.22;
    for (const side of [0, 1]) {
      context.strokeStyle = context.fillStyle = side === 0 ? forwards : backwards;
      context.beginPath();
      for (let step = from; step < to; step += 1) {
        const node = nodes[order[step]];
        if (node.side !== side || node.parent < 0) continue;
        context.moveTo(xs[node.parent], ys[node.parent]);
        context.lineTo(xs[order[step]], ys[order[step]]);
      }
      context.stroke();
      const size = isSmall ? 2.2 : 1;
      for (let step = from; step < to; step += 1) {
        const at = order[step];
        if (nodes[at].side === side)
          context.fillRect(xs[at] - size / 2, ys[at] - size / 2, size, size);
      }
    }
    context.globalAlpha = 1;
  }

  #drawWay(ink) {
    const context = this.#context;
    context.strokeStyle = context.fillStyle = ink;
    context.lineWidth = 2;
    context.beginPath();
    this.#tree.way.forEach(([x, y], at) =>
      at === 0 ? context.moveTo(x, y) : context.lineTo(x, y),
    );
    context.stroke();
    for (const [x, y] of [this.#tree.way[0], this.#tree.way.at(-1)]) {
      context.beginPath();
      context.arc(x, y, 4.5, 0, 7);
      context.fill();
    }
  }
}

/** The picture of a whole search as SVG, with a line of text under it. */
export function svgOf(trace, start, depth, caption) {
  const [width, height] = [1200, 640];
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();
  const tree = grow(trace, start);
  place(tree, trace, { width, height: height - 40, depth });
  const { nodes, xs, ys, way } = tree;
  const at = (node) => `${xs[node].toFixed(1)} ${ys[node].toFixed(1)}`;
  const isSmall = nodes.length < DOTTED;
  const lines = [0, 1].map((wanted) => {
    const path = nodes.map(({ parent, side }, node) =>
      side === wanted && parent >= 0 ? `M${at(parent)}L${at(node)}` : "",
    );
    const look = `stroke="${colour(wanted === 0 ? "accent" : "second")}" stroke-width="${isSmall ? 2 : 1}"`;
    return `<path fill="none" ${look} opacity="${isSmall ? 0.8 : 0.4}" d="${path.join("")}"/>`;
  });
  const points = way.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`);
  const ends = [way[0], way.at(-1)].filter(Boolean);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="${width}" height="${height}" fill="${colour("card")}"/>${lines.join("")}` +
    `<polyline fill="none" stroke="${colour("ink")}" stroke-width="3" points="${points.join(" ")}"/>` +
    ends.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="7" fill="${colour("ink")}"/>`).join("") +
    `<text x="${MARGIN}" y="${height - 14}" font-family="system-ui, sans-serif" font-size="20" fill="${colour("soft")}">${caption}</text></svg>`
  );
}

/** A picture in SVG as PNG, twice as large. */
export async function pngOf(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const [width, height] = [2 * image.naturalWidth, 2 * image.naturalHeight];
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d").drawImage(image, 0, 0, width, height);
  URL.revokeObjectURL(image.src);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/**
 * The tree of boards that a search expanded. A method that restarts expands the same boards again;
 * the tree has each only once.
 */
function grow({ steps: { parents, moves } }, { isBidirectional }) {
  const nodes = [];
  const order = new Int32Array(parents.length);
  const children = new Map();
  let roots = 0;
  let deepest = 0;
  for (let step = 0; step < parents.length; step += 1) {
    const isRoot = parents[step] < 0;
    const parent = isRoot ? -1 : order[parents[step]];
    const side = isRoot ? (isBidirectional && roots > 0 ? 1 : 0) : nodes[parent].side;
    if (isRoot) roots += 1;
    const key = isRoot ? `root ${side}` : `${parent}${moves[step]}`;
    let at = children.get(key);
    if (at === undefined) {
      at = nodes.length;
      const depth = isRoot ? 0 : nodes[parent].depth + 1;
      nodes.push({ parent, side, depth, move: moves[step] });
      children.set(key, at);
      deepest = Math.max(deepest, depth);
    }
    order[step] = at;
  }
  return { nodes, order, deepest };
}

/**
 * Places the boards of a tree. Across is the depth. Down, the children of a board divide its space
 * in proportion to their leaves.
 */
function place(tree, trace, { width, height, depth }) {
  const { nodes, order } = tree;
  const leaves = new Float64Array(nodes.length);
  for (let at = nodes.length - 1; at >= 0; at -= 1) {
    leaves[at] ||= 1;
    if (nodes[at].parent >= 0) leaves[nodes[at].parent] += leaves[at];
  }
  const xs = (tree.xs = new Float64Array(nodes.length));
  const ys = (tree.ys = new Float64Array(nodes.length));
  const top = new Float64Array(nodes.length);
  const share = new Float64Array(nodes.length);
  const used = new Float64Array(nodes.length);
  const length = trace.moves?.length ?? depth;
  const step = (width - 2 * MARGIN) / Math.max(1, depth);
  nodes.forEach(({ parent, side, depth: made }, at) => {
    top[at] = parent < 0 ? MARGIN : top[parent] + used[parent];
    share[at] = parent < 0 ? height - 2 * MARGIN : (share[parent] * leaves[at]) / leaves[parent];
    if (parent >= 0) used[parent] += share[at];
    xs[at] = MARGIN + step * (side === 0 ? made : length - made);
    ys[at] = top[at] + share[at] / 2;
  });
  // The boards of the solution that were expanded, and then the goal.
  tree.way = trace.steps.way.map((at) => [xs[order[at]], ys[order[at]]]);
  const end = MARGIN + step * length;
  if (tree.way.length > 0 && tree.way.at(-1)[0] < end) tree.way.push([end, tree.way.at(-1)[1]]);
}
