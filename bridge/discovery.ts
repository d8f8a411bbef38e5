import type { SharedAppliance } from './portal-client.ts'
import type { Topics } from './topics.ts'
import type { PublishedValue } from './published-values.ts'

/** The time in seconds after the last message, at which Home Assistant shows a value as unavailable. */
export const valueExpiresAfterS = 180

export const bridgeVersion = '0.1.0'

const names: Record<string, string> = { BOILER: 'Boiler', HP: 'Heat pump', HYBRID: 'Hybrid heating' }

/**
 * The options of Home Assistant's description of a value, by the value's unit in UCUM notation. Units without an
 * entry are shown unchanged.
 */
const units: Record<string, object> = {
  Cel: { device_class: 'temperature', unit_of_measurement: '°C', state_class: 'measurement' },
  '%': { unit_of_measurement: '%', state_class: 'measurement' },
}

type Discovery = {
  topics: Topics
  portalUrl: string
  appliance: Pick<SharedAppliance, 'id' | 'type'>
  values: readonly PublishedValue[]
}

/**
 * Returns the description of an appliance as one read-only device of Home Assistant.
 *
 * https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload
 */
export function describeDevice({ topics, portalUrl, appliance, values }: Discovery): Record<string, unknown> {
  const { id, type } = appliance
  return {
    device: { identifiers: [`gateway_portal_${id}`], name: names[type] ?? 'Heating', configuration_url: portalUrl },
    origin: { name: 'gateway-portal-bridge', sw_version: bridgeVersion, support_url: portalUrl },
    availability: [{ topic: topics.bridge }, { topic: topics.availability(id) }],
    availability_mode: 'all',
    components: Object.fromEntries(
      values.map((value) => [
        value.name.replace('.', '_'),
        { ...component(value), unique_id: `${id}_${value.name}`, state_topic: topics.value(id, value.name) },
      ]),
    ),
  }
}

function component({ name, kind, unit }: PublishedValue): Record<string, unknown> {
  const always = { name: title(name), expire_after: valueExpiresAfterS }
  if (name === 'problem') return { platform: 'binary_sensor', device_class: 'problem', ...always }
  if (kind === 'boolean') return { platform: 'binary_sensor', ...always }
  return { platform: 'sensor', ...(unit !== null && (units[unit] ?? { unit_of_measurement: unit })), ...always }
}

/**
 * Returns the title of a datapoint: "Room temperature" for `hc1.roomTemperature`, "Hot water setpoint" for
 * `dhw1.setpoint`.
 */
function title(name: string): string {
  const [unit = '', key = unit] = name.split('.')
  const circuit = /^hc([2-9])$/u.exec(unit)?.[1]
  const words = key.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)
  const all = [unit.startsWith('dhw') && 'hot water', circuit && `heating circuit ${circuit}`, words]
  const text = all.filter(Boolean).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
