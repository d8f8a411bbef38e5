import { gatewayStatuses } from './appliance.ts'
import type { Unit } from './push.ts'

/** Units of measure as UCUM writes them (https://ucum.org): degrees Celsius, per cent. */
export type UnitCode = 'Cel' | '%'

/** Values of a datapoint; the limits belong to the range. */
export type DatapointValues =
  | { type: 'number'; unit: UnitCode; min: number; max: number }
  | { type: 'boolean' }
  | { type: 'enum'; values: readonly string[] }
  | { type: 'text'; maxLength: number }

/**
 * One thing that a gateway reports: the key `key` of the values of its unit. `id` is `unit.key`. `origin`: as the
 * sensor or the controller gave it, or worked out from that by the appliance. `isSetting`: chosen by somebody, not measured.
 */
export type Datapoint = {
  id: `${Unit}.${string}`
  unit: Unit
  key: string
  name: string
  values: DatapointValues
  origin: 'raw' | 'pre-processed'
  /** Under which name the card shows it, and the chart where `isCharted`. */
  reading?: string
  isCharted?: true
  isSetting?: true
}

/** The chart has one axis, of temperatures: it draws nothing else. */
type Charted = { isCharted: true; reading: string; values: { unit: 'Cel' } }

type Described = Omit<Datapoint, 'id' | 'unit' | 'key' | 'isCharted'> & (Charted | { isCharted?: never })

const celsius = (min: number, max: number) => ({ type: 'number', unit: 'Cel', min, max }) as const
const percent = { type: 'number', unit: '%', min: 0, max: 100 } as const
const yesOrNo = { type: 'boolean' } as const

const described = {
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
    outdoorTemperature: {
      name: 'Outdoor temperature',
      values: celsius(-50, 60),
      origin: 'raw',
      reading: 'outdoorTemperature',
    },
    flowSetpoint: { name: 'Flow temperature setpoint', values: celsius(0, 100), origin: 'pre-processed' },
    flowTemperature: {
      name: 'Flow temperature',
      values: celsius(-20, 120),
      origin: 'raw',
      reading: 'flowTemperature',
      isCharted: true,
    },
    burnerModulation: { name: 'Burner modulation', values: percent, origin: 'raw', reading: 'burnerModulation' },
    compressorModulation: {
      name: 'Compressor modulation',
      values: percent,
      origin: 'raw',
      reading: 'compressorModulation',
    },
  },
  hc1: {
    roomTemperature: {
      name: 'Room temperature',
      values: celsius(-20, 60),
      origin: 'raw',
      reading: 'roomTemperature',
      isCharted: true,
    },
    roomSetpoint: {
      name: 'Room temperature setpoint',
      values: celsius(4, 35),
      origin: 'raw',
      reading: 'roomSetpoint',
      isSetting: true,
    },
    operationMode: {
      name: 'Operating mode of the heating circuit',
      values: { type: 'enum', values: ['comfort', 'setback'] },
      origin: 'raw',
      reading: 'operationMode',
    },
  },
  dhw1: {
    temperature: {
      name: 'Domestic hot water temperature',
      values: celsius(-20, 120),
      origin: 'raw',
      reading: 'hotWaterTemperature',
      isCharted: true,
    },
    setpoint: { name: 'Domestic hot water setpoint', values: celsius(10, 80), origin: 'raw' },
    charging: {
      name: 'Domestic hot water charging',
      values: yesOrNo,
      origin: 'raw',
      reading: 'hotWaterCharging',
    },
  },
} as const satisfies Record<Unit, Record<string, Described>>

type Units = typeof described

/** What the reports of a unit hold, by the dictionary. */
export type ReportedValues<U extends Unit> = { [Key in keyof Units[U]]: ValueOf<ValuesOf<Units[U][Key]>> }

type ValuesOf<About> = About extends { values: infer Values } ? Values : never

type ValueOf<Values> = Values extends { type: 'enum'; values: readonly (infer Value)[] }
  ? Value
  : Values extends { type: 'text' }
    ? string | null
    : Values extends { type: 'boolean' }
      ? boolean
      : number

type Named = { [U in Unit]: NamedIn<U> }[Unit]

type NamedIn<U extends Unit> = {
  [Key in keyof Units[U] & string]: Units[U][Key] & { id: `${U}.${Key}` }
}[keyof Units[U] & string]

type Shown = Extract<Named, { reading: string }>

/** What the card of an appliance shows. */
export type ReadingName = Shown['reading']

/** What of it is measured in a unit. */
export type ReadingIn<Code extends UnitCode> = Extract<Shown, { values: { unit: Code } }>['reading']

export type ReadingId<Name extends ReadingName> = Extract<Shown, { reading: Name }>['id']

export type ReadingValue<Name extends ReadingName> = ValueOf<ValuesOf<Extract<Shown, { reading: Name }>>>

/** What a chart draws as a line. */
export type ChartedReading = Extract<Shown, { isCharted: true }>['reading']

/**
 * The data dictionary: everything that gateways are known to report of their four units. Card, chart, simulator and data
 * packages go by it: what lacks a new one is an error of types. Issued with every export.
 */
export const datapoints: readonly Datapoint[] = Object.entries(described).flatMap(([unit, keys]) =>
  Object.entries<Described>(keys).map(([key, about]) => ({
    id: `${unit as Unit}.${key}`,
    unit: unit as Unit,
    key,
    ...about,
  })),
)
