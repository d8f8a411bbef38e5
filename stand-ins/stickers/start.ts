import { demoRegistryFile, readRegistry } from '../registry-file.ts'
import { requiredSetting, type StartStandIn } from '../stand-in.ts'
import { createStickersStandIn } from './service.ts'

/** The page with the stickers of the demo's gateways. Specification 18.3. */
export const startStickers: StartStandIn = async (settings) => {
  const gateways = await readRegistry(demoRegistryFile)
  const service = createStickersStandIn({ gateways, host: settings['HOST'] ?? 'localhost' })
  const port = await service.listen(Number(requiredSetting(settings, 'PORT')))
  console.log(`stickers ready: http://localhost:${port}`)
  return () => service.close()
}
