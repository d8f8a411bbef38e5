// Production starts here: `node server/main.mjs`. An old Node gets one sentence; it could not even load main.ts.
import { refuseOldNode } from './refuse-old-node.mjs'

refuseOldNode()
await import('./main.ts')
