// The operator's commands in production: `node scripts/portal.mjs contract list`. On an old Node, it only prints one
// sentence.
import { refuseOldNode } from '../server/refuse-old-node.mjs'

refuseOldNode()
await import('./portal.ts')
