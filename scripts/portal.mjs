// The operator's commands in production: `node scripts/portal.mjs contract list`. An old Node prints one sentence.
import { refuseOldNode } from '../server/refuse-old-node.mjs'

refuseOldNode()
await import('./portal.ts')
