// The entry point in production: `node server/main.mjs`. An old Node could not load main.ts, so this file first refuses
// it with one sentence.
import { refuseOldNode } from './refuse-old-node.mjs'

refuseOldNode()
await import('./main.ts')
