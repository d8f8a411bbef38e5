import { demoRegistryFile, readRegistryFile } from '../registry-file.ts'
import { readRequiredSetting, type StandInStarter } from '../stand-in.ts'
import { watchRequestedFaults } from './requested-faults.ts'
import { startFleet } from './fleet.ts'
import { watchSwitchedOffGateways } from './switched-off-gateways.ts'

const defaultIntervalMs = 20_000

/** Starts the simulated gateways of the demo. The gateways retry until the listener answers. Specification 18.3. */
export const startGatewaysStandIn: StandInStarter = async (settings) => {
  const mqttUrl = readRequiredSetting(settings, 'MQTT_URL')
  const intervalMs = Number(settings['INTERVAL_MS'] ?? defaultIntervalMs)
  const registryFile = await readRegistryFile(settings['GATEWAYS_CSV'] ?? demoRegistryFile)
  const gateways = registryFile.filter(({ simulated }) => simulated)
  const fleet = startFleet({ gateways, mqttUrl, intervalMs, onError: logOnce() })
  const askedFile = settings['ASKED_FAULTS']
  const stopWatching = askedFile
    ? watchRequestedFaults(askedFile, (requestedFaults) => fleet.setRequestedFaults(requestedFaults))
    : () => {}
  const switches = settings['SWITCHED_OFF']
  const ignore = switches ? watchSwitchedOffGateways(switches, (off) => fleet.setSwitchedOff(off)) : () => {}
  console.log(`simulated gateways: ${gateways.length} report to ${mqttUrl} every ${intervalMs / 1000} s`)
  return async () => {
    stopWatching()
    ignore()
    await fleet.stop()
  }
}

// Creates a function that logs each message only once. While the listener is down, every gateway gets the same error
// repeatedly.
function logOnce(): (serial: string, error: Error) => void {
  const loggedTexts = new Set<string>()
  return (serial, error) => {
    if (loggedTexts.has(error.message)) return
    loggedTexts.add(error.message)
    console.error(`gateway ${serial}: ${error.message}`)
  }
}
