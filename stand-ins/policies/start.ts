import { requiredSetting, type StartStandIn } from '../stand-in.ts'
import { createPoliciesStandIn } from './service.ts'

/** Starts the demo's policies service. Specification 17.1. */
export const startPolicies: StartStandIn = async (settings) => {
  const { HOST: host } = settings
  const service = createPoliciesStandIn(host ? { host } : {})
  const port = await service.listen(Number(requiredSetting(settings, 'PORT')))
  console.log(`policies service ready: http://localhost:${port}`)
  return () => service.close()
}
