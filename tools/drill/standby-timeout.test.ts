import { describe, expect, test } from 'vitest'
import { newStandbyTimeout, type PatroniAnswer, memberStateOf, type MemberState } from './standby-timeout.ts'

const now = 1_800_000_000_000
const seen = { dcs_last_seen: now / 1_000 - 5 }
const streaming = { application_name: 'postgres-2', state: 'streaming' }
const leader = { ...seen, state: 'running', role: 'master', replication: [streaming] }
const alone = { ...leader, replication: [] }
const standby = { ...seen, state: 'running', role: 'replica' }

describe('a member', () => {
  test.for<{ what: string; own: PatroniAnswer | undefined; first?: PatroniAnswer; state: MemberState }>([
    { what: 'that leads', own: leader, state: 'well' },
    { what: 'that the leader streams to', own: standby, first: leader, state: 'well' },
    { what: 'that runs and follows nobody', own: standby, first: alone, state: 'waits' },
    { what: 'that starts for ever', own: { ...standby, state: 'starting' }, first: alone, state: 'waits' },
    {
      what: 'that catches up by something else than streaming',
      own: standby,
      first: { ...leader, replication: [{ ...streaming, state: 'backup' }] },
      state: 'waits',
    },
    { what: 'that is being copied', own: { ...standby, state: 'creating replica' }, first: alone, state: 'unknown' },
    { what: 'that does not answer', own: undefined, first: alone, state: 'unknown' },
    { what: 'that sees no leader', own: { ...standby, cluster_unlocked: true }, first: alone, state: 'unknown' },
    {
      what: 'that has lost etcd',
      own: { ...standby, dcs_last_seen: now / 1_000 - 20 },
      first: alone,
      state: 'unknown',
    },
    { what: 'whose cluster has no leader', own: standby, first: standby, state: 'unknown' },
  ])('$what: $state', ({ own, first = standby, state }) => {
    const answers = new Map([['postgres-1', first], ...(own ? [['postgres-2', own] as const] : [])])
    expect(memberStateOf('postgres-2', answers, now)).toBe(state)
  })
})

const ahead = `FATAL:  could not start WAL streaming: ERROR:  requested starting point 0/7000000 on timeline 4 is not in this server's history`

/** Looks every second. Answers after which of them it must be copied again. */
function looksOf(looks: readonly [count: number, state: MemberState, logged?: string][]): number[] {
  const timeout = newStandbyTimeout()
  const seconds = looks.flatMap(([count, state, logged = '']) =>
    Array.from({ length: count }, () => ({ state, logged })),
  )
  return seconds.flatMap(({ state, logged }, second) => (timeout.look(second * 1_000, state, logged) ? [second] : []))
}

describe('a standby is copied again', () => {
  test('after a minute without what it should follow, and not again before another', () => {
    expect(
      looksOf([
        [10, 'well'],
        [130, 'waits'],
      ]),
    ).toEqual([70, 131])
  })

  test('sooner once it says that it is ahead for ever', () => {
    expect(
      looksOf([
        [10, 'waits'],
        [1, 'waits', ahead],
        [50, 'waits'],
      ]),
    ).toEqual([20])
  })

  test('not where it came back by itself', () => {
    expect(
      looksOf([
        [19, 'waits', ahead],
        [1, 'well'],
        [59, 'waits'],
      ]),
    ).toEqual([])
  })

  test('only while it is known to wait, however often it is started again meanwhile', () => {
    expect(
      looksOf([
        [40, 'unknown', ahead],
        [30, 'waits'],
        [40, 'unknown'],
        [1, 'waits'],
      ]),
    ).toEqual([110])
  })
})
