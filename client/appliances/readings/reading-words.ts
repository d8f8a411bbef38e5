import type { ApplianceType } from '#contract/appliance.ts'
import type { ReadingIn, ReadingName } from '#contract/datapoints.ts'
import { percentFormat, temperatureFormat } from '#client/i18n/format.ts'
import type { MessageId, Translate } from '#client/i18n/text.ts'
import { type Activity, heatersByType, type ModulationName } from './activity.ts'
import type { Readings } from './readings-slice.ts'

/** One value as text; null if the value is unknown, but an appliance of this type has it. */
export type ReadingWords = { id: ReadingName; name: string; value: string | null }

export type WordsFor = { t: Translate; locale: string }

type TemperatureName = Exclude<ReadingIn<'Cel'>, 'roomSetpoint'>

/** How each value of the card is labelled; some have an icon or a word instead of a name. */
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

/** Values that are omitted if they are unknown. An appliance of unknown type may be without hot water. */
const mayLack: Readonly<Record<ApplianceType, readonly ReadingName[]>> = {
  BOILER: [],
  HP: [],
  HYBRID: [],
  UNKNOWN: ['hotWaterTemperature', 'burnerModulation', 'compressorModulation'],
}

/** The temperatures of an appliance in the reader's format, the room first: '21.5°C', '21,5 °C'. */
export function temperatureWords(readings: Readings, type: ApplianceType, { t, locale }: WordsFor): ReadingWords[] {
  const write = (value: number) => temperatureFormat(locale).format(value)
  return shownReadings(temperatures, readings, type).map((id) => ({
    id,
    name: t(names[id]),
    value: inWords(readings[id], write),
  }))
}

/** Formats the set temperature: 'Set to 21.0°C'; null if there is none, or it is unknown. */
export function setpointWords({ roomSetpoint }: Readings, { t, locale }: WordsFor): string | null {
  if (roomSetpoint === undefined) return null
  return t(names.roomSetpoint, { value: temperatureFormat(locale).format(roomSetpoint) })
}

/** Describes the work of an appliance at the moment; null if it is unknown. */
export function activityWords(activity: Activity, t: Translate): string | null {
  return activity === 'unknown' ? null : t(`readings.activity.${activity}`)
}

/** Formats the values for installers: the operating mode, and the modulation of each heater. */
export function operationWords(readings: Readings, type: ApplianceType, { t, locale }: WordsFor): ReadingWords[] {
  const write = (value: number) => percentFormat(locale).format(value)
  const { operationMode } = readings
  const mode = operationMode ? t(`readings.mode.${operationMode}`) : null
  return [
    { id: 'operationMode', name: t(names.operationMode), value: mode },
    ...shownReadings<ModulationName>(heatersByType[type], readings, type).map((id) => ({
      id,
      name: t(names[id]),
      value: inWords(readings[id], write),
    })),
  ]
}

function shownReadings<Id extends TemperatureName | ModulationName>(
  ids: readonly Id[],
  readings: Readings,
  type: ApplianceType,
): Id[] {
  return ids.filter((id) => readings[id] !== undefined || !mayLack[type].includes(id))
}

/**
 * Formats a value if there is one. Without a value it creates no number format, because the first format is slow on a
 * phone, and the first card is drawn before there are values.
 */
function inWords(value: number | undefined, write: (value: number) => string): string | null {
  return value === undefined ? null : write(value)
}
