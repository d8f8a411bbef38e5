// The entry point in production: `node server/main.mjs`. An old Node prints one sentence; it could not even load
// main.ts.
import { refuseOldNode } from './refuse-old-node.mjs'

refuseOldNode()
await import('./main.ts')
