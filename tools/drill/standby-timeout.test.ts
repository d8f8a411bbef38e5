import { describe, expect, test } from 'vitest'
import { createStandbyTimeout, type PatroniAnswer, memberStateOf, type MemberState } from './standby-timeout.ts'

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
    { what: 'that starts forever', own: { ...standby, state: 'starting' }, first: alone, state: 'waits' },
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

/**
 * Calls the timeout's check once a second. Returns the numbers of the checks at which the standby must be copied
 * again.
 */
function checksOf(checks: readonly [count: number, state: MemberState, logged?: string][]): number[] {
  const timeout = createStandbyTimeout()
  const seconds = checks.flatMap(([count, state, logged = '']) =>
    Array.from({ length: count }, () => ({ state, logged })),
  )
  return seconds.flatMap(({ state, logged }, second) => (timeout.check(second * 1_000, state, logged) ? [second] : []))
}

describe('a standby must be copied again', () => {
  test('if it waits for a minute, and then not before another minute', () => {
    expect(
      checksOf([
        [10, 'well'],
        [130, 'waits'],
      ]),
    ).toEqual([70, 131])
  })

  test('sooner if it logs that it is permanently ahead of the primary', () => {
    expect(
      checksOf([
        [10, 'waits'],
        [1, 'waits', ahead],
        [50, 'waits'],
      ]),
    ).toEqual([20])
  })

  test('but not if it recovered by itself', () => {
    expect(
      checksOf([
        [19, 'waits', ahead],
        [1, 'well'],
        [59, 'waits'],
      ]),
    ).toEqual([])
  })

  test('if it waits, even with restarts meanwhile, but not while its state is unknown', () => {
    expect(
      checksOf([
        [40, 'unknown', ahead],
        [30, 'waits'],
        [40, 'unknown'],
        [1, 'waits'],
      ]),
    ).toEqual([110])
  })
})
