import { dayS, hourS, minuteS } from '#contract/durations.ts'
import { getDateFormat, getTemperatureFormat } from '#client/i18n/format.ts'

/** The functions that format temperatures and times for a chart, its legend and its table. */
export type ChartFormatters = {
  /** Formats a temperature: '21.5°C', '21,5 °C'. */
  temperature(value: number): string
  /**
   * Formats a time (epoch seconds) as date and time; only as a date if a step is a day or longer. If the clock change
   * makes this hour occur twice, adds the name of the time zone.
   */
  moment(at: number): string
  /**
   * Formats the labels of the time axis. The format is as short as the distance between the labels permits. `at`: the
   * times in epoch seconds.
   */
  marks(at: readonly number[], distanceSeconds: number): string[]
}

const clock = { hour: 'numeric', minute: '2-digit' } as const
const wholeDay = { day: 'numeric', month: 'short', year: 'numeric' } as const

/** Creates the formatters for a locale. The default of `timeZone` is the time zone of the reader. */
export function createChartFormatters(locale: string, stepSeconds: number, timeZone?: string): ChartFormatters {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatTime = getDateFormat(locale, { ...options, timeZone })
    return (at: number) => formatTime(at * 1000)
  }
  const time = format(clock)
  const timeWithSeconds = format({ ...clock, second: '2-digit' })
  const day = format({ day: 'numeric', month: 'short' })
  const month = format({ month: 'short', year: '2-digit' })

  const isShort = stepSeconds < dayS
  const moment = format({ ...wholeDay, ...(isShort && clock) })
  const momentInZone = format({ ...wholeDay, ...clock, timeZoneName: 'short' })
  // Returns whether the hour occurs twice, because the clock is put back.
  const isTwice = (at: number) => [at - hourS, at + hourS].some((other) => time(other) === time(at))

  function mark(distanceSeconds: number): (at: number) => string {
    if (distanceSeconds >= 28 * dayS) return month
    if (distanceSeconds >= dayS) return day
    if (distanceSeconds < minuteS) return timeWithSeconds
    return (at) => (isMidnight(at) ? day(at) : time(at))
  }

  return {
    temperature: getTemperatureFormat(locale).format,
    moment: (at) => (isShort && isTwice(at) ? momentInZone(at) : moment(at)),
    marks: (at, distanceSeconds) => at.map(mark(distanceSeconds)),
  }
}

/** Whether a time (epoch seconds) is midnight in the reader's time zone. */
function isMidnight(at: number): boolean {
  const moment = new Date(at * 1000)
  return moment.getHours() === 0 && moment.getMinutes() === 0
}
