import { objectionDays, type Takeover, type TakeoverStep } from '#contract/takeover.ts'
import { dayMs } from '#contract/durations.ts'
import type { Queryable } from '#server/database/sql.ts'
import { type StoredTakeover, readGatewayConnectionEvents } from './store.ts'
import { type TrialState, computeTrialState } from './trial.ts'

/** Reads the state of a takeover's trial from the recorded changes of the gateway's connection. `now` in epoch ms. */
export async function readTrialState(
  db: Queryable,
  { gatewayId, startedAt, waitsMs, provenAt }: StoredTakeover,
  now: number,
): Promise<TrialState> {
  if (provenAt !== null) return { kind: 'proven', at: provenAt.getTime() }
  const changes = await readGatewayConnectionEvents(db, { gatewayId, since: startedAt })
  return computeTrialState({ startedAt: startedAt.getTime(), waitsMs }, changes, now)
}

/**
 * Returns the time at which the portal decides a takeover if nobody answers. `provenAt` and the result are in epoch
 * ms.
 */
export function decisionTimeOf(provenAt: number): number {
  return provenAt + objectionDays * dayMs
}

/**
 * Converts a takeover to the API's response format, for the person who started it. `now`: epoch ms. Stores nothing,
 * because a process with the role `jobs` stores the result of the trial.
 */
export async function readTakeoverResponse(
  db: Queryable,
  storedTakeover: StoredTakeover,
  now: number,
): Promise<Takeover> {
  const { id, gatewayId, outcome } = storedTakeover
  const shownTakeover = {
    id,
    cycle: 2,
    now: new Date(now).toISOString(),
    nextAt: null,
    reason: null,
    connectionId: null,
  } as const
  if (outcome === 'done') return { ...shownTakeover, step: 'done', connectionId: gatewayId }
  if (outcome !== null) return { ...shownTakeover, step: 'over', reason: outcome }
  const trial = await readTrialState(db, storedTakeover, now)
  switch (trial.kind) {
    case 'failed':
      return { ...shownTakeover, step: 'over', reason: trial.reason }
    case 'proven':
      return { ...shownTakeover, step: 'owner-asked', nextAt: momentOf(decisionTimeOf(trial.at)) }
    case 'waiting':
      return {
        ...shownTakeover,
        step: trial.isOn ? 'keep-on' : 'keep-off',
        cycle: trial.cycle,
        nextAt: momentOf(trial.nextAt),
      }
    case 'asked':
      return { ...shownTakeover, step: askedStep(trial.isOn), cycle: trial.cycle, nextAt: momentOf(trial.until) }
  }
}

function askedStep(isOn: boolean): TakeoverStep {
  return isOn ? 'switch-on' : 'switch-off'
}

function momentOf(at: number): string {
  return new Date(at).toISOString()
}
