import type { ApplianceType } from '#contract/appliance.ts'
import type { ReadingNameInUnit, ReadingName } from '#contract/datapoints.ts'
import { getPercentFormat, getTemperatureFormat } from '#client/i18n/format.ts'
import type { MessageId, Translate } from '#client/i18n/message-types.ts'
import { type CurrentWork, heatersByType, type ModulationReadingName } from './current-work.ts'
import type { Readings } from './readings-slice.ts'

/** A reading as text. `value` is null if appliances of this type have the reading but its value is unknown. */
export type FormattedReading = { id: ReadingName; name: string; value: string | null }

export type Localization = { t: Translate; locale: string }

type TemperatureName = Exclude<ReadingNameInUnit<'Cel'>, 'roomSetpoint'>

/** The label of each value on the card. Some values have an icon or a word instead of a name. */
const names = {
  roomTemperature: 'readings.room',
  roomSetpoint: 'readings.set-to',
  hotWaterTemperature: 'readings.hot-water',
  hotWaterCharging: 'readings.activity.hot-water',
  flowTemperature: 'readings.flow',
  outdoorTemperature: 'readings.outdoor',
  burnerModulation: 'readings.burner',
  compressorModulation: 'readings.compressor',
  operationMode: 'readings.mode',
} as const satisfies Record<ReadingName, MessageId>

const temperatures: readonly TemperatureName[] = [
  'roomTemperature',
  'hotWaterTemperature',
  'flowTemperature',
  'outdoorTemperature',
]

/**
 * The readings that the card omits while their value is unknown, for each appliance type. An appliance of unknown
 * type may have no hot water, burner or compressor.
 */
const mayLack: Readonly<Record<ApplianceType, readonly ReadingName[]>> = {
  BOILER: [],
  HP: [],
  HYBRID: [],
  UNKNOWN: ['hotWaterTemperature', 'burnerModulation', 'compressorModulation'],
}

/**
 * Formats the temperatures of an appliance for the reader's locale, the room temperature first: '21.5°C', '21,5 °C'.
 */
export function formatTemperatures(
  readings: Readings,
  type: ApplianceType,
  { t, locale }: Localization,
): FormattedReading[] {
  const write = (value: number) => getTemperatureFormat(locale).format(value)
  return shownReadings(temperatures, readings, type).map((id) => ({
    id,
    name: t(names[id]),
    value: inWords(readings[id], write),
  }))
}

/**
 * Formats the set temperature: 'Set to 21.0°C'. Returns null if the appliance has no set temperature, or if it is
 * unknown.
 */
export function formatSetpoint({ roomSetpoint }: Readings, { t, locale }: Localization): string | null {
  if (roomSetpoint === undefined) return null
  return t(names.roomSetpoint, { value: getTemperatureFormat(locale).format(roomSetpoint) })
}

/** Describes the current work of the appliance, such as heating hot water. Returns null if the work is unknown. */
export function describeCurrentWork(activity: CurrentWork, t: Translate): string | null {
  return activity === 'unknown' ? null : t(`readings.activity.${activity}`)
}

/** Formats the values for installers: the operating mode, and the modulation of each heater. */
export function formatInstallerReadings(
  readings: Readings,
  type: ApplianceType,
  { t, locale }: Localization,
): FormattedReading[] {
  const write = (value: number) => getPercentFormat(locale).format(value)
  const { operationMode } = readings
  const mode = operationMode ? t(`readings.mode.${operationMode}`) : null
  return [
    { id: 'operationMode', name: t(names.operationMode), value: mode },
    ...shownReadings<ModulationReadingName>(heatersByType[type], readings, type).map((id) => ({
      id,
      name: t(names[id]),
      value: inWords(readings[id], write),
    })),
  ]
}

function shownReadings<Id extends TemperatureName | ModulationReadingName>(
  ids: readonly Id[],
  readings: Readings,
  type: ApplianceType,
): Id[] {
  return ids.filter((id) => readings[id] !== undefined || !mayLack[type].includes(id))
}

/**
 * Formats a value. Returns null without a value, before it creates a number format: the first format is slow on a
 * phone, and the first card is drawn before there are values.
 */
function inWords(value: number | undefined, write: (value: number) => string): string | null {
  return value === undefined ? null : write(value)
}
