import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { ServiceProcess } from './service-process.ts'
import { waitUntilReady } from './readiness.ts'

// Specification 18.1: `npm start` says why a part of the product does not run.

const folder = await mkdtemp(join(tmpdir(), 'readiness-test-'))
afterAll(() => rm(folder, { recursive: true }))

test('the error of a part that ends while starting is quoted', async () => {
  const child = await endedWith(1, 'Error: the port is taken\n')
  await expect(waitUntilReady(neverReady, child)).rejects.toThrow(
    `The portal process ended while starting: Error: the port is taken (more in ${child.logPath})`,
  )
})

test('a part that is killed while starting has no error to quote', async () => {
  const child = await endedWith(null, '')
  await expect(waitUntilReady(neverReady, child)).rejects.toThrow(/^The portal process was killed while it started$/u)
})

// No program listens on port 1 (tcpmux), so this service is never ready.
const neverReady = { name: 'portal', ready: { kind: 'tcp', port: 1 } } as const

async function endedWith(code: number | null, words: string): Promise<ServiceProcess> {
  const logPath = join(folder, `${code}.log`)
  await writeFile(logPath, words)
  return {
    name: 'portal',
    identity: undefined,
    logPath,
    logStart: 0,
    ended: Promise.resolve(code),
    signal: () => {},
    stop: async () => {},
  }
}
