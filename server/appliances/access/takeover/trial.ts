import { randomInt } from 'node:crypto'
import { minuteMs } from '#contract/durations.ts'

/** The minimum and maximum of the random wait before each request of a trial. */
export type TrialWaitRange = { minMs: number; maxMs: number }

export const defaultTrialWaitRange: TrialWaitRange = { minMs: 20_000, maxMs: 90_000 }

/**
 * The times in ms within which the person must switch the gateway off or on after a request. They are several minutes
 * long: the listener detects a gateway without power only by its missing MQTT keep-alive, and a gateway takes minutes
 * to start.
 */
export const switchTimeLimitsMs = { off: 3 * minuteMs, on: 5 * minuteMs } as const

/** The requests of a trial to the person, in order: switch the gateway off and on again, twice. */
const requests = ['off', 'on', 'off', 'on'] as const

/**
 * A trial of a takeover, in which a person switches the gateway off and on when requested. `startedAt` in epoch ms.
 * `waitsMs`: the wait before each request, which the person must not learn before the request.
 */
export type SwitchTrial = { startedAt: number; waitsMs: readonly number[] }

/**
 * A change of the gateway's connection at `at` (epoch ms): the gateway connected (`isOn` is true) or lost its
 * connection.
 */
export type GatewayConnectionEvent = { at: number; isOn: boolean }

export type TrialCycle = 1 | 2

/**
 * The state of a trial. Times are in epoch ms.
 * - `waiting`: the next request comes at `nextAt`. Until then, the gateway must stay on or off, as `isOn` says.
 * - `asked`: the person must switch the gateway on or off, as `isOn` says, by `until`.
 */
export type TrialState =
  | { kind: 'waiting'; isOn: boolean; cycle: TrialCycle; nextAt: number }
  | { kind: 'asked'; isOn: boolean; cycle: TrialCycle; until: number }
  | { kind: 'proven'; at: number }
  | { kind: 'failed'; reason: 'too-early' | 'too-late'; at: number }

/** Chooses the random wait before each request of a trial, with a secure random generator. */
export function chooseRandomTrialWaits({ minMs, maxMs }: TrialWaitRange): number[] {
  return requests.map(() => randomInt(minMs, maxMs + 1))
}

/**
 * Computes the state of a trial at `now` (epoch ms). `changes`: the changes of the gateway's connection, the oldest
 * first. The gateway was connected when the trial began. After each instruction of the trial, the person must switch the
 * gateway off or on within `switchTimeLimitsMs`, and not before the instruction. Specification 26.9.
 */
export function computeTrialState(
  trial: SwitchTrial,
  changes: readonly GatewayConnectionEvent[],
  now: number,
): TrialState {
  const gatewayConnectionEvents = changesSince(trial, changes, now)
  let since = trial.startedAt
  for (const [index, request] of requests.entries()) {
    const isOn = request === 'on'
    const cycle = index < 2 ? 1 : 2
    const nextAt = since + (trial.waitsMs[index] ?? Infinity)
    const until = nextAt + switchTimeLimitsMs[request]
    const change = gatewayConnectionEvents[index]
    if (!change) return stateWithoutChange({ isOn, cycle, nextAt, until }, now)
    if (change.at < nextAt) return { kind: 'failed', reason: 'too-early', at: change.at }
    if (change.at > until) return { kind: 'failed', reason: 'too-late', at: until }
    since = change.at
  }
  return { kind: 'proven', at: since }
}

type Request = { isOn: boolean; cycle: TrialCycle; nextAt: number; until: number }

function stateWithoutChange({ isOn, cycle, nextAt, until }: Request, now: number): TrialState {
  if (now < nextAt) return { kind: 'waiting', isOn: !isOn, cycle, nextAt }
  if (now > until) return { kind: 'failed', reason: 'too-late', at: until }
  return { kind: 'asked', isOn, cycle, until }
}

/** Returns the changes from the start of the trial to `now`, without those that repeat the previous state. */
function changesSince(
  { startedAt }: SwitchTrial,
  changes: readonly GatewayConnectionEvent[],
  now: number,
): GatewayConnectionEvent[] {
  let wasOn = true
  return changes.filter(({ at, isOn }) => {
    if (at < startedAt || at > now || isOn === wasOn) return false
    wasOn = isOn
    return true
  })
}
