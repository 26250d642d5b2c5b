// An engine on its own thread.

import { serve } from "./engine.mjs";

const receive = serve((message) => self.postMessage(message));
self.onmessage = ({ data }) => receive(data);
