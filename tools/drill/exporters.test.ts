import { expect, test } from 'vitest'
import type { CallApi } from './api-caller.ts'
import { createExporters } from './exporters.ts'

test('each request is for the next appliance', async () => {
  const paths: string[] = []
  const call: CallApi = async ({ path }) => {
    paths.push(path)
    return { kind: 'refused', status: 429, code: 'too-many-requests' }
  }
  const owners = ['a', 'b', 'c'].map((name, number) => ({ person: name, number, serial: name, gatewayId: name }))
  const [first, second] = createExporters({
    owners,
    exporters: 2,
    call,
    findings: { broken: () => {}, met: () => {}, take: () => ({ errors: {}, broken: [] }) },
    exported: { requests: [], fetched: 0, failedWhileFull: 0 },
  })
  for (const worker of [first, second, first, second]) expect(await worker?.next()).toBe(true)
  expect(paths.map((path) => path.split('/')[1])).toEqual(['a', 'b', 'c', 'a'])
})
