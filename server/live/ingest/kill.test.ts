import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { connectTestDevice, registerTestGateway, reportPayloadOf, type TestDevice } from '#test/live/test-ingest.ts'

const { pool, url, close } = await createTestDatabase()
const listenerFile = fileURLToPath(new URL('../../../test/live/listener-process.ts', import.meta.url))
const serials = Array.from({ length: 10 }, (_, index) => String(400_000_000 + index))
const killAfter = 500
const inFlight = 20

afterAll(close)

test('a listener killed in the middle of a stream loses no acknowledged report', async () => {
  const start = Date.now()
  const acknowledged = new Set<number>()
  for (const serial of serials) await registerTestGateway(pool, serial)
  const { listener, port } = await startListenerProcess()
  const devices = await Promise.all(serials.map((serial) => connectTestDevice(port, serial)))
  const streams = devices.map((device, index) => stream({ device, serial: serials[index] ?? '', start, acknowledged }))
  await until(() => acknowledged.size >= killAfter)
  listener.kill('SIGKILL')
  await Promise.all([once(listener, 'exit'), ...streams])
  const stored = new Set(await storedSeconds(start))
  expect(acknowledged.size).toBeGreaterThanOrEqual(killAfter)
  expect([...acknowledged].filter((mark) => !stored.has(mark))).toEqual([])
})

type Stream = { device: TestDevice; serial: string; start: number; acknowledged: Set<number> }

let marks = 0

/**
 * Sends reports until the connection ends. Up to `inFlight` reports wait for their acknowledgements at the same time.
 * After each acknowledgement, the next report is sent. Each report has a different time, which identifies it.
 */
async function stream({ device, serial, start, acknowledged }: Stream): Promise<void> {
  const closed = new Promise<void>((resolve) => device.once('close', () => resolve()))
  const sendOn = (): void => {
    const mark = (marks += 1)
    device.publish(`gateways/${serial}/hc1`, reportPayloadOf({}, start - mark), { qos: 1 }, (error) => {
      if (error) return
      acknowledged.add(mark)
      sendOn()
    })
  }
  for (let count = 0; count < inFlight; count += 1) sendOn()
  await closed
}

async function startListenerProcess(): Promise<{ listener: ChildProcess; port: number }> {
  const listener = spawn(process.execPath, [listenerFile, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = (await once(listener.stdout, 'data')) as [Buffer]
  return { listener, port: Number(printed.toString()) }
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve))
}

async function storedSeconds(start: number): Promise<number[]> {
  const { rows } = await pool.query<{ ts: Date }>('select ts from telemetry')
  return rows.map(({ ts }) => start - ts.getTime())
}
