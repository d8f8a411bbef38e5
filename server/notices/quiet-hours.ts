import { fromAbsolute } from '@internationalized/date'
import type { QuietHours } from '#contract/notice-settings.ts'

/**
 * Returns the end of the quiet hours that contain `now`; null if no quiet hours contain `now`. Both times are in epoch
 * milliseconds.
 */
export function findQuietHoursEnd({ from, to, zone }: QuietHours, now: number): number | null {
  const local = fromAbsolute(now, zone)
  const minute = local.hour * 60 + local.minute
  const [start, end] = [minutesOf(from), minutesOf(to)]
  const isQuiet = start < end ? minute >= start && minute < end : minute >= start || minute < end
  if (!isQuiet) return null
  const today = local.set({ hour: Math.floor(end / 60), minute: end % 60, second: 0, millisecond: 0 })
  return (minute < end ? today : today.add({ days: 1 })).toDate().getTime()
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
