import type { MessageId, Translate } from '#client/i18n/text.ts'
import type { Readings } from './readings.ts'

/** One value in words. */
export type ReadingWords = { id: keyof Readings; name: string; value: string }

export type Reader = { t: Translate; locale: string }

const temperatures = {
  roomTemperature: 'readings.room',
  flowTemperature: 'readings.flow',
  hotWaterTemperature: 'readings.hot-water',
  outdoorTemperature: 'readings.outdoor',
} as const satisfies Partial<Record<keyof Readings, MessageId>>

const modulations = {
  burnerModulation: 'readings.burner',
  compressorModulation: 'readings.compressor',
} as const satisfies Partial<Record<keyof Readings, MessageId>>

/** The temperatures that are known, each in the reader's way: '21.5°C', '21,5 °C'. */
export function temperatureWords(readings: Readings, { t, locale }: Reader): ReadingWords[] {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: 'celsius', ...oneDecimal })
  return numbersOf(readings, temperatures).map(({ id, name, value }) => ({
    id,
    name: t(name),
    value: format.format(value),
  }))
}

const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

/** Operating mode, heat demand and modulation, as far as they are known. */
export function operationWords(readings: Readings, { t, locale }: Reader): ReadingWords[] {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: 'percent', maximumFractionDigits: 0 })
  const { operationMode, heatDemand } = readings
  const mode = operationMode && {
    id: 'operationMode' as const,
    name: t('readings.mode'),
    value: t(`readings.mode.${operationMode}`),
  }
  const demand = heatDemand !== undefined && {
    id: 'heatDemand' as const,
    name: t('readings.heat-demand'),
    value: t(heatDemand ? 'readings.yes' : 'readings.no'),
  }
  const powers = numbersOf(readings, modulations).map(({ id, name, value }) => ({
    id,
    name: t(name),
    value: format.format(value),
  }))
  return [mode, demand, ...powers].filter((each) => each !== undefined && each !== false)
}

type Named<Id extends string> = Readonly<Record<Id, MessageId>>

function numbersOf<Id extends keyof typeof temperatures | keyof typeof modulations>(
  readings: Readings,
  names: Named<Id>,
): { id: Id; name: MessageId; value: number }[] {
  return (Object.entries(names) as [Id, MessageId][]).flatMap(([id, name]) => {
    const value = readings[id]
    return value === undefined ? [] : [{ id, name, value }]
  })
}
