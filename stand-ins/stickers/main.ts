import { exitWithParent } from '../exit-with-parent.ts'
import { demoRegistryFile, readRegistry } from '../registry-file.ts'
import { createStickersStandIn } from './service.ts'

const port = Number(process.env['PORT'] ?? 8089)
const service = createStickersStandIn({
  gateways: await readRegistry(demoRegistryFile),
  host: process.env['HOST'] ?? 'localhost',
})
exitWithParent(() => service.close())
try {
  await service.listen(port)
  console.log(`stickers ready: http://localhost:${port}`)
} catch (error) {
  console.error(`The page of stickers could not start on port ${port}: ${String(error)}`)
  process.exit(1)
}
