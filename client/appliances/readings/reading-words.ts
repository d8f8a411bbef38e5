import type { ApplianceType } from '#contract/appliance.ts'
import type { ReadingIn, ReadingName } from '#contract/datapoints.ts'
import { temperatureFormat } from '#client/i18n/format.ts'
import type { MessageId, Translate } from '#client/i18n/text.ts'
import type { Readings } from './readings.ts'

/** One value in words. */
export type ReadingWords = { id: ReadingName; name: string; value: string }

export type WordsFor = { t: Translate; locale: string }

const modulations = {
  burnerModulation: 'readings.burner',
  compressorModulation: 'readings.compressor',
} as const satisfies Record<ReadingIn<'%'>, MessageId>

const temperatures = {
  roomTemperature: 'readings.room',
  flowTemperature: 'readings.flow',
  hotWaterTemperature: 'readings.hot-water',
  outdoorTemperature: 'readings.outdoor',
} as const satisfies Record<ReadingIn<'Cel'>, MessageId>

/** All that the card shows. What is neither a temperature nor in per cent is put into words of its own. */
const allNames = {
  ...temperatures,
  ...modulations,
  operationMode: 'readings.mode',
} as const satisfies Record<ReadingName, MessageId>

/** The temperatures that are known, each in the reader's way: '21.5°C', '21,5 °C'. */
export function temperatureWords(readings: Readings, { t, locale }: WordsFor): ReadingWords[] {
  const format = temperatureFormat(locale, oneDecimal)
  return numbersOf(readings, temperatures).map(({ id, name, value }) => ({
    id,
    name: t(name),
    value: format.format(value),
  }))
}

const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

/** Operating mode and modulation, as far as they are known. */
export function operationWords(readings: Readings, { t, locale }: WordsFor): ReadingWords[] {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: 'percent', maximumFractionDigits: 0 })
  const { operationMode } = readings
  const mode = operationMode && {
    id: 'operationMode' as const,
    name: t(allNames.operationMode),
    value: t(`readings.mode.${operationMode}`),
  }
  const powers = numbersOf(readings, modulations).map(({ id, name, value }) => ({
    id,
    name: t(name),
    value: format.format(value),
  }))
  return mode ? [mode, ...powers] : powers
}

/** What stands in the place of a value on its way. */
const notYet = '–'

const modulationsOf: Readonly<Record<ApplianceType, readonly (keyof typeof modulations)[]>> = {
  BOILER: ['burnerModulation'],
  HP: ['compressorModulation'],
  HYBRID: ['burnerModulation', 'compressorModulation'],
  UNKNOWN: [],
}

/** The names of what such an appliance usually says, which take as much room as the values will. */
export function expectedWords(type: ApplianceType, t: Translate) {
  const named = (id: ReadingName) => ({ id, name: t(allNames[id]), value: notYet })
  return {
    temperatures: (Object.keys(temperatures) as (keyof typeof temperatures)[]).map(named),
    operation: [named('operationMode'), ...modulationsOf[type].map(named)],
  }
}

type Named<Id extends string> = Readonly<Record<Id, MessageId>>

function numbersOf<Id extends keyof typeof temperatures | keyof typeof modulations>(
  readings: Readings,
  names: Named<Id>,
): { id: Id; name: MessageId; value: number }[] {
  return (Object.entries(names) as [Id, MessageId][]).flatMap(([id, name]) => {
    const value = readings[id]
    return typeof value === 'number' ? [{ id, name, value }] : []
  })
}
