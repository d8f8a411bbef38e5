import { readRequiredSetting, type StandInStarter } from '../stand-in.ts'
import { createPoliciesStandIn } from './policies-stand-in.ts'

/** Starts the demo's policies service. Specification 17.1. */
export const startPoliciesStandIn: StandInStarter = async (settings) => {
  const { HOST: host } = settings
  const service = createPoliciesStandIn(host ? { host } : {})
  const port = await service.listen(Number(readRequiredSetting(settings, 'PORT')))
  console.log(`policies service ready: http://localhost:${port}`)
  return () => service.close()
}
