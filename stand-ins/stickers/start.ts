import { createGatewaySwitch } from '../gateways/switched-off-gateways.ts'
import { demoRegistryFile, readRegistryFile } from '../registry-file.ts'
import { readRequiredSetting, type StandInStarter } from '../stand-in.ts'
import { createStickersStandIn } from './stickers-stand-in.ts'

/** Starts the page with the stickers of the demo's gateways. Specification 18.3. */
export const startStickersStandIn: StandInStarter = async (settings) => {
  const gateways = await readRegistryFile(demoRegistryFile)
  const file = settings['SWITCHED_OFF']
  const switches = file ? createGatewaySwitch(file) : null
  const service = createStickersStandIn({ gateways, host: settings['HOST'] ?? 'localhost', switches })
  const port = await service.listen(Number(readRequiredSetting(settings, 'PORT')))
  console.log(`stickers ready: http://localhost:${port}`)
  return () => service.close()
}
