import { gatewayStatuses } from './appliance.ts'
import type { Unit } from './push.ts'

/** Values of a datapoint; `unit` is a UCUM code, the limits belong to the range. */
export type DatapointValues =
  | { type: 'number'; unit: 'Cel' | '%'; min: number; max: number }
  | { type: 'boolean' }
  | { type: 'enum'; values: readonly string[] }
  | { type: 'text'; maxLength: number }

/**
 * One thing that a gateway reports: the key `key` of the values of its unit. `id` is `unit.key`. `origin`: as the
 * sensor or the controller gave it, or worked out from that by the appliance.
 */
export type Datapoint = {
  id: `${Unit}.${string}`
  unit: Unit
  key: string
  name: string
  values: DatapointValues
  origin: 'raw' | 'pre-processed'
}

type Described = Omit<Datapoint, 'id' | 'unit' | 'key'>

const celsius = (min: number, max: number): DatapointValues => ({ type: 'number', unit: 'Cel', min, max })
const percent: DatapointValues = { type: 'number', unit: '%', min: 0, max: 100 }
const yesOrNo: DatapointValues = { type: 'boolean' }

const described: Record<Unit, Record<string, Described>> = {
  status: {
    gatewayStatus: {
      name: 'Status of the appliance',
      values: { type: 'enum', values: gatewayStatuses },
      origin: 'pre-processed',
    },
    heatDemand: { name: 'Heat demand', values: yesOrNo, origin: 'raw' },
    faultCode: { name: 'Fault code', values: { type: 'text', maxLength: 20 }, origin: 'raw' },
  },
  heatCurve: {
    outdoorTemperature: { name: 'Outdoor temperature', values: celsius(-50, 60), origin: 'raw' },
    flowSetpoint: { name: 'Flow temperature setpoint', values: celsius(0, 100), origin: 'pre-processed' },
    flowTemperature: { name: 'Flow temperature', values: celsius(-20, 120), origin: 'raw' },
    burnerModulation: { name: 'Burner modulation', values: percent, origin: 'raw' },
    compressorModulation: { name: 'Compressor modulation', values: percent, origin: 'raw' },
  },
  hc1: {
    roomTemperature: { name: 'Room temperature', values: celsius(-20, 60), origin: 'raw' },
    roomSetpoint: { name: 'Room temperature setpoint', values: celsius(4, 35), origin: 'raw' },
    operationMode: {
      name: 'Operating mode of the heating circuit',
      values: { type: 'enum', values: ['comfort', 'setback'] },
      origin: 'raw',
    },
  },
  dhw1: {
    temperature: { name: 'Domestic hot water temperature', values: celsius(-20, 120), origin: 'raw' },
    setpoint: { name: 'Domestic hot water setpoint', values: celsius(10, 80), origin: 'raw' },
    charging: { name: 'Domestic hot water charging', values: yesOrNo, origin: 'raw' },
  },
}

/** The data dictionary: everything that gateways are known to report of their four units. Issued with every export. */
export const datapoints: readonly Datapoint[] = Object.entries(described).flatMap(([unit, keys]) =>
  Object.entries(keys).map(([key, about]) => ({ id: `${unit as Unit}.${key}`, unit: unit as Unit, key, ...about })),
)
