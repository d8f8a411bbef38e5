// The entry point in production: `node server/main.mjs`. An old version of Node cannot parse main.ts. So this file
// first checks the version, and refuses an old one with one sentence.
import { refuseOldNode } from './refuse-old-node.mjs'

refuseOldNode()
await import('./main.ts')
