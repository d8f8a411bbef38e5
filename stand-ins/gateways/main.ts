import { exitWithParent } from '../exit-with-parent.ts'
import { demoRegistryFile, readRegistry } from '../registry-file.ts'
import { watchAskedFaults } from './asked-faults.ts'
import { startFleet } from './fleet.ts'

const mqttUrl = process.env['MQTT_URL'] ?? 'mqtt://localhost:8082'
const intervalMs = Number(process.env['INTERVAL_MS'] ?? 20_000)
const registered = await readRegistry(process.env['GATEWAYS_CSV'] ?? demoRegistryFile)
const gateways = registered.filter((gateway) => gateway.simulated)

const fleet = startFleet({ gateways, mqttUrl, intervalMs, onError: logOnce() })
const askedFile = process.env['ASKED_FAULTS']
const forget = askedFile ? watchAskedFaults(askedFile, (asked) => fleet.show(asked)) : () => {}
exitWithParent(async () => {
  forget()
  await fleet.stop()
})
console.log(`simulated gateways: ${gateways.length} report to ${mqttUrl} every ${intervalMs / 1000} s`)

// While the listener is down, every gateway repeats the same error, so it is logged once.
function logOnce(): (serial: string, error: Error) => void {
  const logged = new Set<string>()
  return (serial, error) => {
    if (logged.has(error.message)) return
    logged.add(error.message)
    console.error(`gateway ${serial}: ${error.message}`)
  }
}
