import type { GatewayNoticeState } from '../notice-rules.ts'

/**
 * The content of `notice_state.state` with the field names of the previous release. Both releases may run at the same
 * time, so this release reads both formats and writes the format of the previous release. The next release writes
 * `GatewayNoticeState`, and the release after that removes this file.
 */
export type StoredNoticeState = {
  troubles: Renamed<GatewayNoticeState['troubles'][number]>[]
  past: (Omit<Renamed<GatewayNoticeState['recurrences'][number]>, 'recurs'> & { recurs: 'no' | 'waits' | 'told' })[]
  tellings: number[]
  offline: { since: number; toldAt: number | null } | null
}

type Renamed<Shape extends { notifiedAt: number | null }> = Omit<Shape, 'notifiedAt'> & { toldAt: number | null }

export function toStoredNoticeState({
  troubles,
  recurrences,
  recentNotices,
  offline,
}: GatewayNoticeState): StoredNoticeState {
  return {
    troubles: troubles.map(({ notifiedAt, ...trouble }) => ({ ...trouble, toldAt: notifiedAt })),
    past: recurrences.map(({ notifiedAt, recurs, ...recurrence }) => {
      return { ...recurrence, recurs: recurs === 'notified' ? 'told' : recurs, toldAt: notifiedAt }
    }),
    tellings: recentNotices,
    offline: offline && { since: offline.since, toldAt: offline.notifiedAt },
  }
}

export function fromStoredNoticeState(storedMemory: StoredNoticeState | GatewayNoticeState): GatewayNoticeState {
  if ('recurrences' in storedMemory) return storedMemory
  const { troubles, past, tellings, offline } = storedMemory
  return {
    troubles: troubles.map(({ toldAt, ...trouble }) => ({ ...trouble, notifiedAt: toldAt })),
    recurrences: past.map(({ toldAt, recurs, ...recurrence }) => {
      return { ...recurrence, recurs: recurs === 'told' ? 'notified' : recurs, notifiedAt: toldAt }
    }),
    recentNotices: tellings,
    offline: offline && { since: offline.since, notifiedAt: offline.toldAt },
  }
}
