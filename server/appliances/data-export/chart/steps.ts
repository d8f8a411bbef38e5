import { maxChartPoints } from '#contract/data-export.ts'
import type { Days } from '../store.ts'
import type { Steps } from './store.ts'

const minuteS = 60
const dayMs = 24 * 60 * 60 * 1000

/** What of the days lies within the owner's time. */
export type OwnedTime = { since: Date; now: number }

/** Whole minutes, as few as keep a chart at 500 points. */
export function toSteps({ from, to }: Days, { since, now }: OwnedTime): Steps {
  const beginMs = Math.max(Date.parse(from), since.getTime())
  const endMs = Math.max(beginMs, Math.min(Date.parse(to) + dayMs, now))
  const seconds = (endMs - beginMs) / 1000
  const stepSeconds = Math.max(1, Math.ceil(seconds / maxChartPoints / minuteS)) * minuteS
  return { begin: new Date(beginMs), end: new Date(endMs), stepSeconds, count: Math.ceil(seconds / stepSeconds) }
}
