import { gatewayStatuses } from './appliance.ts'
import type { Unit } from './event-bus.ts'

/** Units of measure in UCUM notation (https://ucum.org): degrees Celsius, per cent. */
export type MeasurementUnit = 'Cel' | '%'

/** The possible values of a datapoint. Limits are inclusive. */
export type DatapointValues =
  | { type: 'number'; unit: MeasurementUnit; min: number; max: number }
  | { type: 'boolean' }
  | { type: 'enum'; values: readonly string[] }
  | { type: 'text'; maxLength: number }

/**
 * A value that gateways report.
 * - `key`: the name of the value in the reports of its unit.
 * - `id`: `unit.key`.
 * - `origin`: `raw` from a sensor or controller, or `pre-processed` by the appliance.
 * - `isSetting`: set if a person chooses the value; all other values are measured or derived.
 */
export type Datapoint = {
  id: `${Unit}.${string}`
  unit: Unit
  key: string
  name: string
  values: DatapointValues
  origin: 'raw' | 'pre-processed'
  /**
   * The identifier of the value on the card and in the chart of an appliance; absent if the card does not show the
   * value.
   */
  reading?: string
  isCharted?: true
  isSetting?: true
}

/** A datapoint that the chart draws. The value must be a temperature, because the chart has no other axis. */
type Charted = { isCharted: true; reading: string; values: { unit: 'Cel' } }

type Described = Omit<Datapoint, 'id' | 'unit' | 'key' | 'isCharted'> & (Charted | { isCharted?: never })

const celsius = (min: number, max: number) => ({ type: 'number', unit: 'Cel', min, max }) as const
const percent = { type: 'number', unit: '%', min: 0, max: 100 } as const
const yesOrNo = { type: 'boolean' } as const

const descriptions = {
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

type Units = typeof descriptions

/** The values in a report of the unit `U`, with their types from the data dictionary. */
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

/** The identifiers of the values that the card of an appliance shows, from the field `reading` of `datapoints`. */
export type ReadingName = Shown['reading']

/** The identifiers of the card's values that have the unit of measure `Code`. */
export type ReadingNameInUnit<Code extends MeasurementUnit> = Extract<Shown, { values: { unit: Code } }>['reading']

export type ReadingId<Name extends ReadingName> = Extract<Shown, { reading: Name }>['id']

export type ReadingValue<Name extends ReadingName> = ValueOf<ValuesOf<Extract<Shown, { reading: Name }>>>

/** The identifiers of the values that the chart draws as lines. */
export type ChartedReading = Extract<Shown, { isCharted: true }>['reading']

/**
 * The data dictionary: all values that gateways report, in their four units. Every export contains it.
 *
 * The types of `descriptions` let the type check find code that does not handle a new datapoint.
 */
export const datapoints: readonly Datapoint[] = Object.entries(descriptions).flatMap(([unit, keys]) =>
  Object.entries<Described>(keys).map(([key, about]) => ({
    id: `${unit as Unit}.${key}`,
    unit: unit as Unit,
    key,
    ...about,
  })),
)

/** A datapoint that the card shows as a number, and that a history therefore includes. */
export type HistoryDatapoint = Datapoint & { values: { type: 'number'; unit: MeasurementUnit } }

/** The datapoints of a history, in the order of the dictionary. Specification 24.1. */
export const historyDatapoints: readonly HistoryDatapoint[] = datapoints.filter(
  (each): each is HistoryDatapoint => each.reading !== undefined && each.values.type === 'number',
)
