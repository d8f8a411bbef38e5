import type { GatewayNoticeState, GatewayToJudge } from './notice-rules.ts'

/**
 * Returns the state and the changes of a gateway without times after `latest` (epoch ms), the current time of the
 * clock. Later times come from a clock that was fast. Without this limit, a notice would be late by as much as the
 * clock was fast.
 */
export function limitTimes(
  { memory, changes }: Pick<GatewayToJudge, 'memory' | 'changes'>,
  latest: number,
): Pick<GatewayToJudge, 'memory' | 'changes'> {
  return {
    memory: limitStateTimes(memory, latest),
    changes: changes.map((change) => ({ ...change, at: Math.min(change.at, latest) })),
  }
}

function limitStateTimes(
  { troubles, recurrences, recentNotices, offline }: GatewayNoticeState,
  latest: number,
): GatewayNoticeState {
  const limit = (time: number): number => Math.min(time, latest)
  const limitIfSet = (time: number | null): number | null => (time === null ? null : limit(time))
  return {
    troubles: troubles.map(({ since, endedAt, notifiedAt, ...fault }) => ({
      ...fault,
      since: limit(since),
      endedAt: limitIfSet(endedAt),
      notifiedAt: limitIfSet(notifiedAt),
    })),
    recurrences: recurrences.map(({ starts, notifiedAt, ...recurrence }) => ({
      ...recurrence,
      starts: starts.map(limit),
      notifiedAt: limitIfSet(notifiedAt),
    })),
    recentNotices: recentNotices.map(limit),
    offline: offline && { since: limit(offline.since), notifiedAt: limitIfSet(offline.notifiedAt) },
  }
}
