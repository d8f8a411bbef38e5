import { fromDate, toCalendarDate } from '@internationalized/date'
import { dayS, hourS, minuteS } from '#contract/durations.ts'

/**
 * A range that is divided into steps. `begins`: the beginning of each step; the first is the beginning of the range.
 * `end`: the end of the last step. `seconds`: the length of a step, from which the first and last step, and steps next
 * to midnight or a clock change, may differ. Only steps longer than a day span midnight.
 */
export type HistorySteps = { begins: readonly Date[]; end: Date; seconds: number }

/** The range to divide into at most `points` steps. Days begin at midnight in `timeZone`. */
export type HistoryStepsQuery = { begin: Date; end: Date; points: number; timeZone: string }

/** Step lengths in seconds that divide an hour or a day, so that steps begin at round times. */
const lengthsWithinDay = [1, 2, 3, 5, 10, 15, 20, 30, 60, 120, 180, 240, 360, 480, 720].map((each) => each * minuteS)

/**
 * The length of a range, in seconds, above which steps are at least an hour and are read from hourly values. The values
 * of a shorter range are read from single reports.
 */
const minutesWithin = 8 * dayS

/**
 * Divides a range into at most `points` steps. The steps are as short as possible; an empty range has no steps.
 * Specification 24.1.
 */
export function divideRangeIntoSteps(stepQuery: HistoryStepsQuery): HistorySteps {
  const { begin, end, points, timeZone } = stepQuery
  const seconds = (end.getTime() - begin.getTime()) / 1000
  if (seconds <= 0) return { begins: [], end, seconds: minuteS }
  for (const length of lengthsWithinDay) {
    if (length < hourS && seconds > minutesWithin) continue
    const begins = seconds / length <= points ? beginsOf(stepQuery, length) : []
    if (begins.length > 0 && begins.length <= points) return { begins, end, seconds: length }
  }
  for (let days = Math.ceil(seconds / dayS / points); ; days += 1) {
    const begins = dailyBegins({ begin, end, timeZone }, days)
    if (begins.length <= points) return { begins, end, seconds: days * dayS }
  }
}

type Stretch = Omit<HistoryStepsQuery, 'points'>

function beginsOf({ begin, end, timeZone }: HistoryStepsQuery, seconds: number): Date[] {
  return seconds > hourS
    ? beginsWithinDays({ begin, end, timeZone }, seconds)
    : evenBegins({ begin, end, timeZone }, seconds)
}

// Returns the beginnings of steps at multiples of their length in UTC, because hourly values exist for whole hours of
// UTC. Steps also begin at the midnights of the zone, which may be at half past an hour, as in India.
function evenBegins(stretch: Stretch, seconds: number): Date[] {
  const [length, beginMs, endMs] = [seconds * 1000, stretch.begin.getTime(), stretch.end.getTime()]
  const begins = new Set([beginMs])
  for (let at = (Math.floor(beginMs / length) + 1) * length; at < endMs; at += length) begins.add(at)
  for (const midnight of dailyBegins(stretch, 1)) begins.add(midnight.getTime())
  return [...begins].toSorted((one, other) => one - other).map((at) => new Date(at))
}

// Returns the beginnings of steps, counted from each midnight of the zone, so that no step spans two days. Apart from
// the first of each day, steps begin at whole hours of UTC, because the database stores hourly values.
function beginsWithinDays(stretch: Stretch, seconds: number): Date[] {
  const [length, { begin, end, timeZone }] = [seconds * 1000, stretch]
  const midnight = toCalendarDate(fromDate(begin, timeZone)).toDate(timeZone)
  const days = [midnight, ...dailyBegins(stretch, 1).slice(1)]
  const begins = days.flatMap((day, index) => {
    const next = days[index + 1] ?? end
    const many = Math.ceil((next.getTime() - day.getTime()) / length)
    return Array.from({ length: many }, (_, step) => (step === 0 ? day : nextHour(day.getTime() + step * length)))
  })
  return [begin, ...begins.filter((each) => each > begin && each < end)]
}

function nextHour(at: number): Date {
  return new Date(Math.ceil(at / (hourS * 1000)) * hourS * 1000)
}

// Adds calendar days, because a day on which the zone's clock changes has 23 or 25 hours.
function dailyBegins({ begin, end, timeZone }: Stretch, days: number): Date[] {
  const begins = [begin]
  let day = toCalendarDate(fromDate(begin, timeZone)).add({ days })
  for (let at = day.toDate(timeZone); at < end; at = day.toDate(timeZone)) {
    begins.push(at)
    day = day.add({ days })
  }
  return begins
}
