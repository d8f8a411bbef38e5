import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RestartBackoff } from './restart-backoff.ts'
import { createProcessGroup, type ProcessGroup } from './process-group.ts'
import type { ServiceSpec } from './service-spec.ts'

// Specification 18.1: `npm start` keeps all parts of the product running. A cluster restarts its services in the same way.

let folder = ''
let group: ProcessGroup
let complaints: string[] = []
let ends: string[] = []
let givenUp: string[] = []

const atOnce = (): RestartBackoff => ({ next: () => ({ again: 'after', pauseMs: 0 }) })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'process-group-'))
  ;[complaints, ends, givenUp] = [[], [], []]
  group = newGroup(atOnce)
})
afterEach(async () => {
  await group.stop()
  await rm(folder, { recursive: true })
})

function newGroup(createBackoff: () => RestartBackoff): ProcessGroup {
  return createProcessGroup({
    logFolder: folder,
    baseEnv: process.env,
    note: () => {},
    printError: (text) => void complaints.push(text),
    reportEnd: (text) => void ends.push(text),
    giveUp: (text) => void givenUp.push(text),
    createBackoff,
  })
}

/** A service that logs a word and runs until it gets a signal. */
function serviceThatLogs(word: string): ServiceSpec {
  const script = `console.log(${JSON.stringify(word)}); setInterval(() => {}, 1_000)`
  return {
    name: 'service',
    command: [process.execPath, '-e', script],
    ready: { kind: 'at-once' },
  }
}

async function nextPid(before: number | undefined): Promise<void> {
  await vi.waitFor(() => expect(group.pidOf('service')).not.toBe(before), { timeout: 20_000 })
}

const logged = async (): Promise<string> => readFile(join(folder, 'service.log'), 'utf8')

test('a killed service is restarted', async () => {
  await group.start([serviceThatLogs('one')])
  const before = group.pidOf('service')
  group.signal('service', 'SIGKILL')
  await nextPid(before)
  await group.ready('service')
  expect(ends).toEqual([expect.stringMatching(/^The service process was killed: it has ended and is started again/u)])
  expect([complaints, givenUp]).toEqual([[], []])
})

test('a service on hold is restarted only after its release, with the replacement', async () => {
  await group.start([serviceThatLogs('one')])
  const before = group.pidOf('service')
  group.hold('service')
  await vi.waitFor(() => expect(ends).toHaveLength(1), { timeout: 20_000 })
  expect(group.pidOf('service')).toBe(before)
  group.replace(serviceThatLogs('two'))
  group.release('service')
  await nextPid(before)
  await vi.waitFor(async () => expect(await logged()).toContain('two'), { timeout: 20_000 })
})

test('a service that ends too often is given up', async () => {
  group = newGroup(() => ({ next: () => ({ again: 'never', exits: 1 }) }))
  await group.start([serviceThatLogs('one')])
  group.signal('service', 'SIGKILL')
  await vi.waitFor(() => expect(givenUp).toHaveLength(1), { timeout: 20_000 })
})

test('a stopped group restarts nothing', async () => {
  await group.start([serviceThatLogs('one')])
  group.hold('service')
  await group.stop()
  await expect(group.start([serviceThatLogs('two')])).rejects.toThrow('Stopped while starting.')
  expect(await logged()).not.toContain('two')
})
