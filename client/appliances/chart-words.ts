import { dateFormat, temperatureFormat } from '#client/i18n/format.ts'

/** Temperatures and moments in the reader's way, for the chart, its legend and its table. */
export type ChartWords = {
  /** '21.5°C', '21,5 °C'. */
  temperature(value: number): string
  /** With its day, where a step is a day or longer without its time; epoch seconds. */
  moment(at: number): string
  /** The marks of the time axis, as short as their distance allows; epoch seconds. */
  marks(at: readonly number[], distanceSeconds: number): string[]
}

const dayS = 86_400
const clock = { hour: 'numeric', minute: '2-digit' } as const
const wholeDay = { day: 'numeric', month: 'short', year: 'numeric' } as const

export function createChartWords(locale: string, stepSeconds: number): ChartWords {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const written = dateFormat(locale, options)
    return (at: number) => written(at * 1000)
  }
  const time = format(clock)
  const day = format({ day: 'numeric', month: 'short' })
  const month = format({ month: 'short', year: '2-digit' })

  function mark(distanceSeconds: number): (at: number) => string {
    if (distanceSeconds >= 28 * dayS) return month
    if (distanceSeconds >= dayS) return day
    return (at) => (isMidnight(at) ? day(at) : time(at))
  }

  return {
    temperature: temperatureFormat(locale).format,
    moment: format({ ...wholeDay, ...(stepSeconds < dayS && clock) }),
    marks: (at, distanceSeconds) => at.map(mark(distanceSeconds)),
  }
}

/** In the reader's time zone. */
function isMidnight(at: number): boolean {
  const moment = new Date(at * 1000)
  return moment.getHours() === 0 && moment.getMinutes() === 0
}
