import { exitWithParent } from '../exit-with-parent.ts'
import { createPoliciesStandIn } from './service.ts'

const port = Number(process.env['PORT'] ?? 8083)
const host = process.env['HOST']
const service = createPoliciesStandIn(host ? { host } : {})
exitWithParent(() => service.close())
try {
  await service.listen(port)
  console.log(`policies service ready: http://localhost:${port}`)
} catch (error) {
  console.error(`The policies service could not start on port ${port}: ${String(error)}`)
  process.exit(1)
}
