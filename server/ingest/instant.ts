/** A moment to the microsecond: as RFC 3339 text in UTC, and as epoch milliseconds, rounded down. */
export type Instant = { text: string; ms: number }

const pattern =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)T(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)(?:\.(?<fraction>\d{1,9}))?(?:Z|(?<sign>[+-])(?<offsetHour>\d\d):(?<offsetMinute>\d\d))$/iu

const minuteMs = 60_000

/** Reads a date-time of RFC 3339, section 5.6, with any offset. Undefined when it is none, or no day of the calendar. */
export function parseInstant(text: string): Instant | undefined {
  const parts = pattern.exec(text)?.groups
  if (!parts) return undefined
  const [year, month, day] = [Number(parts['year']), Number(parts['month']), Number(parts['day'])]
  const [hour, minute, second] = [Number(parts['hour']), Number(parts['minute']), Number(parts['second'])]
  const [offsetHour, offsetMinute] = [Number(parts['offsetHour'] ?? 0), Number(parts['offsetMinute'] ?? 0)]
  if (!isDay(year, month, day) || !isTime(hour, minute, second) || !isTime(offsetHour, offsetMinute, 0))
    return undefined
  const offset = (offsetHour * 60 + offsetMinute) * minuteMs * (parts['sign'] === '-' ? -1 : 1)
  return toInstant(Date.UTC(year, month - 1, day, hour, minute, second) - offset, parts['fraction'] ?? '')
}

// Date.UTC takes the years 0 to 99 for 1900 to 1999, and 31 April for 1 May.
function isDay(year: number, month: number, day: number): boolean {
  if (year < 1000 || month < 1 || month > 12 || day < 1) return false
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

// RFC 3339 allows second 60 for leap seconds; it is the first second of the next minute here.
function isTime(hour: number, minute: number, second: number): boolean {
  return hour <= 23 && minute <= 59 && second <= 60
}

function toInstant(wholeSecondsMs: number, fraction: string): Instant {
  const micros = fraction.slice(0, 6).padEnd(6, '0')
  const second = new Date(wholeSecondsMs).toISOString().slice(0, -5)
  return { text: `${second}.${micros}Z`, ms: wholeSecondsMs + Number(micros.slice(0, 3)) }
}
