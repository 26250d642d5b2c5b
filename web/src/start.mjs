// What the page runs first: it unpacks the other scripts.

import { inflated } from "./packed.mjs";

const source = new Blob([await inflated("main")], { type: "text/javascript" });
const url = URL.createObjectURL(source);
await import(url);
URL.revokeObjectURL(url);
