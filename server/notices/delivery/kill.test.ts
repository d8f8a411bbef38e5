import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { openMailbox } from '#stand-ins/mailbox/mailbox.ts'
import { createNoticeFixture } from '#test/notices/notice-fixture.ts'

const { pool, url, close } = await createTestDatabase()
const fixture = createNoticeFixture(pool)
const delivererFile = fileURLToPath(new URL('../../../test/notices/deliverer-process.ts', import.meta.url))
const mailbox = await openMailbox({ host: '127.0.0.1', smtpPort: 0, pagePort: 0 })

afterAll(async () => {
  await mailbox.close()
  await close()
})

async function startDeliverer(): Promise<ChildProcess> {
  const deliverer = spawn(process.execPath, [delivererFile, url, String(mailbox.smtpPort)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!deliverer.stdout) throw new Error('The process says nothing')
  await once(deliverer.stdout, 'data')
  return deliverer
}

async function kill(deliverer: ChildProcess): Promise<void> {
  deliverer.kill('SIGKILL')
  await once(deliverer, 'exit')
}

const people = 40

// The kill may happen while notices are decided, between an email and its record, or during deliveries.
test('killed at any time, each notice is once in the portal, and goes out by email once or twice', async () => {
  fixture.clock.time = Date.now() - 60_000
  const holders: string[] = []
  for (let count = 0; count < people; count += 1) {
    const person = await fixture.insertPerson({ email: `person-${count}@home.example` })
    await fixture.storeStatus(await fixture.insertGateway(person), 'ERROR', 'E104')
    holders.push(person)
  }
  const childProcess = await startDeliverer()
  await vi.waitUntil(() => mailbox.messages().length > 3, { timeout: 15_000, interval: 1 })
  await kill(childProcess)
  expect(mailbox.messages().length).toBeLessThan(people)
  const last = await startDeliverer()
  const recipients = (): string[] => mailbox.messages().map(({ to }) => to)
  await vi.waitUntil(() => new Set(recipients()).size === people, { timeout: 20_000, interval: 20 })
  await vi.waitUntil(async () => (await waiting()) === 0, { timeout: 20_000, interval: 20 })
  await kill(last)
  for (const person of holders) expect(await fixture.noticesOf(person)).toEqual(['fault-began'])
  const ofEach = Map.groupBy(mailbox.messages(), ({ to }) => to)
  for (const mails of ofEach.values()) {
    expect(mails.length).toBeLessThanOrEqual(2)
    expect(new Set(mails.map(({ id }) => id)).size).toBe(1)
  }
}, 60_000)

async function waiting(): Promise<number> {
  const { rows } = await pool.query<{ left: number }>(
    `select count(*)::int as left from outbox where state = 'WAITING'`,
  )
  return rows[0]?.left ?? -1
}
