import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { hourMs, minuteMs } from '#contract/durations.ts'
import { createTestDatabase } from '#test/database.ts'
import { silentLog } from '#server/log.ts'
import { openMailbox, type Mailbox } from '#stand-ins/mailbox/mailbox.ts'
import { decideAndRecordNotices } from './decide-notices.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { recordNotices } from './record-notices.ts'
import { fixtureStartMs, createNoticeFixture } from '#test/notices/notice-fixture.ts'
import { type DeliveryLoop, startDeliveryLoop } from './delivery/delivery-loop.ts'
import { createMailSender, outcomeOfSmtpError } from './mail-sender.ts'
import { createTestDeliveryMetrics, testWordDependencies } from '#test/notices/delivery-fixture.ts'

const { pool, close } = await createTestDatabase({ max: 10 })
const fixture = createNoticeFixture(pool)
const { clock, dependencies } = fixture
/** The timeout is long, because the machine may be busy. */
const soon = { timeout: 15_000 }
const host = '127.0.0.1'
const running: { stop(): Promise<void> }[] = []

afterEach(async () => {
  for (const each of running.splice(0).toReversed()) await each.stop()
  clock.time = fixtureStartMs
  await pool.query('delete from person')
  await pool.query('delete from gateway')
  await pool.query('delete from mail_pause')
})

afterAll(close)

test('an email says what happened, has the brand as its sender, and can be turned off with one click', async () => {
  const mailbox = await start()
  const person = await fixture.insertPerson({ email: 'owner@home.example' })
  await fail(person)
  const [mail] = await received(mailbox, 1)
  const { rows } = await pool.query<{ id: string }>('select id from outbox')
  expect(mail).toMatchObject({
    id: `<${rows[0]?.id}@cedar.example>`,
    to: 'owner@home.example',
    from: '"Cedar" <support@cedar.example>',
    headers: {
      'auto-submitted': 'auto-generated',
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    },
  })
  expect(mail?.headers['list-unsubscribe']).toMatch(/^<https:\/\/portal\.example\/unsubscribe\/[\w-]+>$/u)
  expect(mail?.subject).toContain('E104')
  await vi.waitFor(async () => expect(await states()).toEqual(['SENT']), soon)
})

test('an email about a fault says whom to call: the connected service provider', async () => {
  const mailbox = await start()
  const gateway = await fixture.insertGateway(await fixture.insertPerson())
  await pool.query(
    `with provider as (
       insert into company (id, name, email, phone, street, postal_code, city, country, brands, accepts_automatically)
       values (gen_random_uuid(), 'Heizung Huber', 'huber@provider.example', '+49 30 123456', array['Ring 1'], '10115', 'Berlin', 'DE',
         array['cedar'], true)
       returning id)
     insert into contract (gateway_id, company_type, company_id, status, permission, consent_version, consent_language,
       consented_at, created_at)
     select $1, 'SUPPORT', id, 'ACTIVE', 'FULL_ACCESS', '1', 'de', now(), now() from provider`,
    [gateway],
  )
  await fault(gateway)
  const [mail] = await received(mailbox, 1)
  expect(mail?.text).toContain('Heizung Huber')
  expect(mail?.text).toContain('+49 30 123456')
})

test('a nonexistent mailbox is given up at once, and the portal shows that', async () => {
  await start({ refuse: () => '550 no such mailbox' })
  const person = await fixture.insertPerson()
  await fail(person)
  await vi.waitFor(
    async () =>
      expect(new Set(await fixture.noticesOf(person))).toEqual(new Set(['fault-began', 'mail-undeliverable'])),
    soon,
  )
  expect(await states()).toEqual(['UNDELIVERABLE'])
})

test('the outbox stores the last answer of the mail server, in one line of limited length', async () => {
  const answers = [`450 4.2.0 Greylisted, see ${'x'.repeat(800)}`]
  await start({ refuse: () => answers.shift() ?? '550 5.1.1 no such mailbox' })
  await fail(await fixture.insertPerson())
  await vi.waitFor(async () => expect(await lastAnswer()).toMatch(/450 4\.2\.0 Greylisted, see x+$/u), soon)
  expect((await lastAnswer()).length).toBeLessThanOrEqual(500)
  clock.time = await dueAt()
  await vi.waitFor(async () => expect(await lastAnswer()).toContain('550 5.1.1 no such mailbox'), soon)
  expect(await states()).toEqual(['UNDELIVERABLE'])
})

test('a temporary rejection is retried with growing pauses, and given up after 3 days', async () => {
  let tries = 0
  await start({ refuse: () => `45${(tries += 1) % 3} not now` })
  const person = await fixture.insertPerson()
  await fail(person)
  const waits: number[] = []
  for (let count = 1; count <= 8; count += 1) {
    await vi.waitFor(() => expect(tries).toBe(count), soon)
    const due = await vi.waitUntil(async () => {
      const at = await dueAt()
      return at - clock.time !== claimedForMs && at
    }, soon)
    waits.push(due - clock.time)
    clock.time = due
  }
  expect(waits.toSorted((a, b) => a - b)[0]).toBe(waits[0])
  expect(waits.at(-1)).toBeGreaterThanOrEqual(120 * minuteMs)
  clock.time = fixtureStartMs + 73 * hourMs
  await vi.waitFor(
    async () =>
      expect(new Set(await fixture.noticesOf(person))).toEqual(new Set(['fault-began', 'mail-undeliverable'])),
    soon,
  )
})

test('a server that is down, or dies in the middle, delays emails, and then all are sent', async () => {
  const dying = createServer((socket) => void socket.end('220 mail.example\r\n', () => socket.destroy()))
  await new Promise<void>((resolve) => void dying.listen(0, host, resolve))
  const { port } = dying.address() as AddressInfo
  const person = await fixture.insertPerson()
  await fail(person)
  deliverBy(`smtp://${host}:${port}`)
  const waitMs = await vi.waitUntil(async () => {
    const ms = (await dueAt()) - clock.time
    return ms > 0 && ms !== claimedForMs && ms
  }, soon)
  expect(waitMs).toBeLessThan(20 * minuteMs)
  await new Promise((resolve) => void dying.close(resolve))
  const mailbox = await openMailbox({ host, smtpPort: port, pagePort: 0 })
  running.push({ stop: async () => mailbox.close() })
  clock.time += 20 * minuteMs
  await received(mailbox, 1)
}, 20_000)

test('no email goes to an unverified address, not even about an emergency, and waiting ones are dropped', async () => {
  const person = await fixture.insertPerson({ email: 'victim@home.example', isVerified: false })
  await fail(person)
  const gateway = await fixture.insertGateway(person)
  await fixture.storeStatus(gateway, 'ERROR', 'G901')
  clock.time += 3 * minuteMs
  await decideAndRecordNotices(dependencies)
  expect(await states()).toEqual(['WAITING', 'WAITING'])
  const mailbox = await start()
  await vi.waitFor(async () => expect(await states()).toEqual([]), soon)
  expect(mailbox.messages()).toEqual([])
  expect(await fixture.noticesOf(person)).toEqual(['fault-began', 'fault-began'])
})

test('an email about an emergency goes out during a pause, and has no link to turn such emails off', async () => {
  const mailbox = await start()
  const person = await fixture.insertPerson()
  await pool.query('insert into notice_settings (person_id, paused_until) values ($1, $2)', [person, '2030-01-01'])
  await fixture.storeStatus(await fixture.insertGateway(person), 'ERROR', 'G901')
  clock.time += 2_000
  await decideAndRecordNotices(dependencies)
  const [mail] = await received(mailbox, 1)
  expect(mail?.headers).not.toHaveProperty('list-unsubscribe')
  expect(mail?.text).not.toContain('/unsubscribe/')
})

test('emails about the account go to the contact email and to the sign-in address', async () => {
  const mailbox = await start()
  const person = await fixture.insertPerson({ email: 'sign-in@home.example', contactEmail: 'contact@home.example' })
  await pool.query('insert into verified_mail values ($1, $2, now())', [person, 'contact@home.example'])
  const event = {
    kind: 'new-browser',
    at: new Date(fixtureStartMs).toISOString(),
    browser: null,
    system: null,
  } as const
  await inTransaction(pool, async (transaction) =>
    recordNotices(transaction, { ...dependencies, now: clock.time }, [
      { personId: person, gatewayId: null, brand: 'cedar', event, dedupe: 'new-browser' },
    ]),
  )
  const mails = await received(mailbox, 2)
  expect(mails.map(({ to }) => to).toSorted()).toEqual(['contact@home.example', 'sign-in@home.example'])
})

test('while the operator has paused mail none is sent', async () => {
  await pool.query('insert into mail_pause (since) values (now())')
  const mailbox = await start()
  await fail(await fixture.insertPerson())
  await pool.query('select pg_sleep(0.1)')
  expect(mailbox.messages()).toEqual([])
  await pool.query('delete from mail_pause')
  await received(mailbox, 1)
})

test('an email that was turned off while it waited is not sent', async () => {
  const person = await fixture.insertPerson()
  await fail(person)
  const off = { portal: true, mail: false, push: false }
  await pool.query('insert into notice_settings (person_id, choices) values ($1, $2)', [
    person,
    { heating: off, service: off, data: off, security: { ...off, mail: true } },
  ])
  const mailbox = await start()
  await vi.waitFor(async () => expect(await states()).toEqual([]), soon)
  expect(mailbox.messages()).toEqual([])
})

test.each([
  'a@b.example\r\nBcc: all@c.example',
  'a@b.example, all@c.example',
  '<a@b.example> SIZE=1',
  'a b@c.example',
  'nobody',
])('an address with more than one mailbox, %j, gets nothing', async (email) => {
  const mailbox = await start()
  await fail(await fixture.insertPerson({ email }))
  await vi.waitFor(async () => expect(await states()).toEqual(['UNDELIVERABLE']), soon)
  expect(mailbox.messages()).toEqual([])
})

test('the name of an appliance never becomes a header', async () => {
  const mailbox = await start()
  const person = await fixture.insertPerson()
  const gateway = await fail(person)
  await pool.query('update connection set name = $2 where gateway_id = $1', [gateway, 'Cellar\r\nBcc: x@y.example'])
  const [mail] = await received(mailbox, 1)
  expect(mail?.headers).not.toHaveProperty('bcc')
  expect(mail?.to).toBe('a@b.example')
})

test.each([
  [{ code: 'EENVELOPE', responseCode: 550 }, 'refused'],
  [{ code: 'EENVELOPE', responseCode: 452 }, 'postponed'],
  [{ code: 'EENVELOPE', responseCode: 421 }, 'unreachable'],
  [{ code: 'EMESSAGE', responseCode: 554 }, 'refused'],
  [{ code: 'EAUTH', responseCode: 535 }, 'unreachable'],
  [{ code: 'ECONNECTION' }, 'unreachable'],
  [{ code: 'ETIMEDOUT' }, 'unreachable'],
  [{ code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' }, 'silent'],
  [{ code: 'EABORT' }, 'silent'],
  [{}, 'unreachable'],
])('%j means %s', (fields, kind) => expect(outcomeOfSmtpError(Object.assign(new Error('x'), fields)).kind).toBe(kind))

const claimedForMs = 300_000

async function start({ refuse }: { refuse?: () => string } = {}): Promise<Mailbox> {
  const mailbox = await openMailbox({ host, smtpPort: 0, pagePort: 0, ...(refuse && { refuse }) })
  running.push({ stop: async () => mailbox.close() })
  deliverBy(`smtp://${host}:${mailbox.smtpPort}`)
  return mailbox
}

function deliverBy(url: string): DeliveryLoop {
  const sender = createMailSender({
    ...testWordDependencies,
    settings: { url, from: new Map() },
    dkim: null,
    clock,
    emailTrust: 'claim',
    openLink: async () => null,
  })
  const parts = {
    ...dependencies,
    log: silentLog,
    metrics: createTestDeliveryMetrics(),
    deliver: sender.deliver,
    claimedForMs,
  }
  const deliveries = startDeliveryLoop({ ...parts, channel: 'mail', maxConcurrent: 10, pollEveryMs: 5 })
  running.push({
    stop: async () => {
      await deliveries.stop()
      sender.close()
    },
  })
  return deliveries
}

async function fail(person: string): Promise<string> {
  const gateway = await fixture.insertGateway(person)
  await fault(gateway)
  return gateway
}

async function fault(gateway: string): Promise<void> {
  await fixture.storeStatus(gateway, 'ERROR', 'E104')
  clock.time += 3 * minuteMs
  await decideAndRecordNotices(dependencies)
}

async function received(mailbox: Mailbox, count: number) {
  await vi.waitUntil(() => mailbox.messages().length >= count, soon)
  return mailbox.messages()
}

async function states(): Promise<string[]> {
  const { rows } = await pool.query<{ state: string }>(`select state from outbox where channel = 'mail'`)
  return rows.map(({ state }) => state)
}

async function lastAnswer(): Promise<string> {
  const { rows } = await pool.query<{ answer: string | null }>('select last_answer as answer from outbox')
  return rows[0]?.answer ?? ''
}

async function dueAt(): Promise<number> {
  const { rows } = await pool.query<{ due: Date }>('select due_at as due from outbox')
  return rows[0]?.due.getTime() ?? 0
}
