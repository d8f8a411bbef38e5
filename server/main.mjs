// The entry point in production is `node server/main.mjs`. An old Node could not load main.ts, so this file prints one sentence there.
import { refuseOldNode } from './refuse-old-node.mjs'

refuseOldNode()
await import('./main.ts')
