import { expect, test } from 'vitest'
import { classifyMembers, type PatroniAnswer } from './standby-repairer.ts'

const streaming = { application_name: 'postgres-2', state: 'streaming' }
const leader = { state: 'running', role: 'master', replication: [streaming] }
const standby = { state: 'running', role: 'replica' }

test.for<{ what: string; first: PatroniAnswer; second: PatroniAnswer; waits: boolean }>([
  { what: 'that the leader streams to', first: leader, second: standby, waits: false },
  { what: 'that follows nobody', first: { ...leader, replication: [] }, second: standby, waits: true },
  {
    what: 'that catches up by something else than streaming',
    first: { ...leader, replication: [{ ...streaming, state: 'backup' }] },
    second: standby,
    waits: true,
  },
  {
    what: 'that is being copied',
    first: { ...leader, replication: [] },
    second: { ...standby, state: 'creating replica' },
    waits: false,
  },
  { what: 'whose cluster has no leader', first: standby, second: standby, waits: false },
])('a standby $what', ({ first, second, waits }) => {
  const answers = new Map([
    ['postgres-1', first],
    ['postgres-2', second],
  ])
  expect(classifyMembers(answers).waiting).toEqual(waits ? ['postgres-2'] : [])
})
