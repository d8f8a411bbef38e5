import type { GatewayStatus } from '#contract/appliance.ts'
import type { History } from '#contract/history.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { HistorySteps } from './steps.ts'
import { type StatusChanges, statusChangesAtMost } from './store.ts'

/** In epoch milliseconds. `before`: the status that it followed, null where none is known. */
export type LastedStatus = { status: GatewayStatus; from: number; to: number; before: GatewayStatus | null }

/**
 * What the status was from the first step to the end, as one followed the other; one that lasted into it counts from there, one
 * that was over at once is none. @throws Refusal `unavailable` where there are more changes than are looked at
 */
export function runsOf({ times, statuses }: StatusChanges, { begins, end }: HistorySteps): LastedStatus[] {
  if (times.length >= statusChangesAtMost) throw new Refusal('unavailable')
  const begin = (begins[0] ?? end).getTime()
  const runs: LastedStatus[] = []
  for (const [index, status] of statuses.entries()) {
    const from = Math.max(times[index] ?? begin, begin)
    const to = times[index + 1] ?? end.getTime()
    if (to > from) runs.push({ status, from, to, before: statuses[index - 1] ?? null })
  }
  return runs
}

/** For how long the status was WORKING, and how often that began. Specification 24.1. */
export function workedOf(runs: readonly LastedStatus[]): History['worked'] {
  let [ms, starts] = [0, 0]
  for (const { status, from, to, before } of runs) {
    if (status !== 'WORKING') continue
    ms += to - from
    if (before !== null && before !== 'WORKING') starts += 1
  }
  return { seconds: Math.round(ms / 1000), starts }
}

/**
 * What is drawn: the runs, or, where they are more than the steps, step by step the status that lasted longest of it. A burner
 * that goes on and off all year would fill pages.
 */
export function drawnOf(runs: readonly LastedStatus[], steps: HistorySteps): LastedStatus[] {
  return runs.length <= steps.begins.length ? [...runs] : longestByStep(runs, steps)
}

/** Equal ones that follow one another are one. */
function longestByStep(runs: readonly LastedStatus[], { begins, end }: HistorySteps): LastedStatus[] {
  const bounds = [...begins, end].map((bound) => bound.getTime())
  const drawn: LastedStatus[] = []
  for (const [step, lasted] of lastedByStep(runs, bounds).entries()) {
    const status = longestOf(lasted)
    if (status === null) continue
    const [from, to] = [bounds[step] ?? 0, bounds[step + 1] ?? 0]
    const last = drawn.at(-1)
    if (last?.status === status && last.to === from) last.to = to
    else drawn.push({ status, from, to, before: last?.status ?? null })
  }
  return drawn
}

type Lasted = Map<GatewayStatus, number>

/** Of each step how long each status lasted in it. Runs and bounds lie in the order of time, and are walked once. */
function lastedByStep(runs: readonly LastedStatus[], bounds: readonly number[]): Lasted[] {
  const steps: Lasted[] = Array.from({ length: bounds.length - 1 }, () => new Map())
  let step = 0
  for (const { status, from, to } of runs) {
    while (step < steps.length - 1 && (bounds[step + 1] ?? 0) <= from) step += 1
    for (let part = step; part < steps.length && (bounds[part] ?? 0) < to; part += 1) {
      const lasted = Math.min(to, bounds[part + 1] ?? to) - Math.max(from, bounds[part] ?? from)
      steps[part]?.set(status, (steps[part]?.get(status) ?? 0) + lasted)
    }
  }
  return steps
}

function longestOf(lasted: Lasted): GatewayStatus | null {
  let longest: GatewayStatus | null = null
  for (const [status, ms] of lasted) if (longest === null || ms > (lasted.get(longest) ?? 0)) longest = status
  return longest
}
