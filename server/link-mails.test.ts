import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { createAccessFixture } from '#test/access/access-fixture.ts'
import { berlinAddress, createServiceFixture } from '#test/service-fixture.ts'
import { registryKey } from '#test/appliances.ts'
import { silentLog } from './log.ts'
import { createLinkedApplianceReader } from './notice-delivery.ts'
import { startDeliveryLoop } from './notices/delivery/delivery-loop.ts'
import { createTestDeliveryMetrics, testWordDependencies } from '#test/notices/delivery-fixture.ts'
import { createMailSender } from './notices/mail-sender.ts'
import { type Mailbox, openMailbox } from '#stand-ins/mailbox/mailbox.ts'

const fixture = await createServiceFixture()
const { database, bus, time, send, applianceOf, connectionOf, putAddress, close } = fixture
const { pool } = database
const { invite, handOver, cancelHandover, read, answer, accessOf, pathOf } = createAccessFixture(fixture)

const start = time.ms
const soon = { timeout: 15_000 }
const host = '127.0.0.1'
const address = 'mark@example.com'
const running: (() => Promise<void>)[] = []
let count = 0

/** Returns a name that is unique to the current test. */
const name = (of: string) => `${of}-${count}`

beforeEach(() => {
  time.ms = start
  count += 1
})

afterEach(async () => {
  for (const stop of running.splice(0).toReversed()) await stop()
  await pool.query('delete from outbox')
  await pool.query('delete from rate_limit')
})

afterAll(close)

test('an invitation goes by email: who invites, which appliance, how long; the link works', async () => {
  const id = await ownedBy(name('olga'), 'Olga')
  const made = await invite(name('olga'), id, { role: 'VIEWER', email: ` ${address} ` })
  const { url } = made.json<{ url: string }>()
  const mail = await receivedBy(deliver(await openBox()))
  expect(mail).toMatchObject({ to: address, subject: 'Invitation to see a heating system' })
  expect(mail.text).toContain('Olga Ott invites you to see this appliance: Boiler in Berlin.')
  expect(mail.text).toContain('The link works once, until 8 March at 11:00.')
  expect(mail.text).toContain('Nothing changes before you answer.')
  expect(mail.text).toContain(url)
  expect(mail.headers).not.toHaveProperty('list-unsubscribe')
  const { serial } = (await connectionOf(name('olga'), id)).credentials
  expect(JSON.stringify(mail)).not.toContain(serial)
  expect((await read(name('mark'), tokenIn(mail.text))).statusCode).toBe(200)
})

test('a hand-over goes by email in the language of the sender, and a new link of an invitation does', async () => {
  const id = await ownedBy(name('olga'), 'Olga')
  const box = await openBox()
  await handOver(name('olga'), id, { email: address })
  const handedOver = await receivedBy(deliver(box))
  expect(handedOver.subject).toBe('A heating system is handed over to you')
  expect(handedOver.text).toContain('until 15 March at 11:00')
  await invite(name('olga'), id, { role: 'VIEWER' })
  const [open] = (await accessOf(name('olga'), id)).invitations
  const url = `${pathOf(id)}/invitations/${open?.id}/resend`
  await send({ as: name('olga'), method: 'POST', url, body: { email: address }, language: 'pl' })
  await vi.waitUntil(() => box.messages().length === 2, soon)
  const [again] = box.messages()
  expect(again?.subject).toBe('Zaproszenie do wglądu w ogrzewanie')
  expect((await read(name('mark'), tokenIn(again?.text ?? ''))).statusCode).toBe(200)
})

test('the link waits encrypted for its address, and nothing of it stays after delivery', async () => {
  const id = await ownedBy(name('olga'), 'Olga')
  const token = tokenIn((await invite(name('olga'), id, { role: 'VIEWER', email: address })).body)
  const waiting = await storedEverywhere()
  expect(waiting).not.toContain(token)
  expect(waiting).toContain(address)
  await receivedBy(deliver(await openBox()))
  await vi.waitUntil(async () => (await statesOfMails()).join() === 'SENT', soon)
  expect(await storedEverywhere()).not.toContain(address)
})

test('a link is not sent to another address than the one that was typed', async () => {
  const id = await ownedBy(name('olga'), 'Olga')
  await invite(name('olga'), id, { role: 'VIEWER', email: address })
  await pool.query(`update outbox set link = link || '{"address": "thief@example.com"}'`)
  const box = deliver(await openBox())
  await vi.waitUntil(async () => (await statesOfMails()).length === 0, soon)
  expect(box.messages()).toEqual([])
})

test('a link that was cancelled, used or has expired before its email is sent is not sent', async () => {
  const id = await ownedBy(name('olga'), 'Olga')
  await handOver(name('olga'), id, { email: address })
  await cancelHandover(name('olga'), id)
  const used = await invite(name('olga'), id, { role: 'VIEWER', email: address })
  await answer(name('vera'), tokenIn(used.body))
  const until = new Date(start + dayMs).toISOString()
  await invite(name('olga'), id, { role: 'VIEWER', until, email: address })
  time.ms = start + dayMs
  const box = deliver(await openBox())
  await vi.waitUntil(async () => (await statesOfMails()).length === 0, soon)
  expect(box.messages()).toEqual([])
})

test('if the address does not exist, its sender is notified, nothing of it stays, and the link still works', async () => {
  const id = await ownedBy(name('olga'), 'Olga')
  const made = await invite(name('olga'), id, { role: 'VIEWER', email: address })
  deliver(await openBox(() => `550 5.1.1 <${address}> no such mailbox`))
  await vi.waitUntil(async () => (await statesOfMails()).join() === 'UNDELIVERABLE', soon)
  expect(await storedEverywhere()).not.toContain(address)
  const { rows } = await pool.query(`select event, gateway_id from notice where event->>'kind' like '%undeliverable'`)
  expect(rows).toEqual([{ event: { kind: 'link-undeliverable' }, gateway_id: id }])
  expect((await read(name('mark'), tokenIn(made.body))).statusCode).toBe(200)
})

test('an address never becomes a header or a second recipient, and a name or city never a link', async () => {
  const id = await ownedBy(name('olga'), 'Win at evil.example')
  await pool.query(`update address set city = 'www.evil.example' where gateway_id = $1`, [id])
  for (const email of [
    'mark@example.com\r\nBcc: all@example.com',
    'mark@example.com,all@example.com',
    '"Mark <all@example.com>"@example.com',
    'mark@localhost',
    '',
    'x'.repeat(2000),
  ]) {
    const refused = await invite(name('olga'), id, { role: 'VIEWER', email })
    expect([refused.statusCode, refused.json<{ errors: { path: string }[] }>().errors[0]?.path]).toEqual([422, 'email'])
  }
  await invite(name('olga'), id, { role: 'VIEWER', email: address })
  const mail = await receivedBy(deliver(await openBox()))
  expect(mail.text).toContain('You are invited to see this appliance: Boiler.')
  expect(mail.text).not.toContain('evil')
})

test('nobody learns whether an address has an account, and the answer is the same', async () => {
  const id = await ownedBy(name('olga'), 'Olga')
  await connectionOf(name('olga'), id)
  await pool.query(`update person set email = $2, email_verified = true where subject = $1`, [name('olga'), address])
  const answers = [address, 'nobody@example.com'].map(async (email) =>
    invite(name('olga'), id, { role: 'VIEWER', email }),
  )
  for (const made of await Promise.all(answers)) {
    expect(made.statusCode).toBe(201)
    expect(Object.keys(made.json<object>())).toEqual(['id', 'url', 'expiresAt'])
  }
})

test('a person sends at most 20 links a day by email, also from several appliances at once', async () => {
  const ids: string[] = []
  for (let owned = 0; owned < 3; owned += 1) ids.push(await ownedBy(name('olga'), 'Olga'))
  const wanted = Array.from({ length: 24 }, async (_, index) =>
    invite(name('olga'), ids[index % 3] ?? '', { role: 'VIEWER', email: `mark${index}@example.com` }),
  )
  const statuses = (await Promise.all(wanted)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 201)).toHaveLength(20)
  expect((await statesOfMails()).length).toBe(20)
})

test('a mailbox gets at most 10 links a day from all people, also with a plus in its address', async () => {
  const statuses: number[] = []
  for (let sent = 0; sent < 11; sent += 1) {
    const as = name(`olga${sent}`)
    const id = await ownedBy(as, 'Olga')
    statuses.push((await invite(as, id, { role: 'VIEWER', email: `Mark+${sent}@example.com` })).statusCode)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429])
})

/** Creates an appliance in Berlin and gives its owner a name. Returns the appliance's id. */
async function ownedBy(as: string, firstName: string): Promise<string> {
  const id = await applianceOf([as])
  await putAddress(as, id, berlinAddress)
  await pool.query(`update person set first_name = $2, last_name = 'Ott' where subject = $1`, [as, firstName])
  return id
}

async function openBox(refuse?: () => string): Promise<Mailbox> {
  const box = await openMailbox({ host, smtpPort: 0, pagePort: 0, ...(refuse && { refuse }) })
  running.push(async () => box.close())
  return box
}

/** Sends the waiting emails to a mailbox, as the role `jobs` does. */
function deliver(box: Mailbox): Mailbox {
  const clock = { now: () => time.ms }
  const sender = createMailSender({
    ...testWordDependencies,
    settings: { url: `smtp://${host}:${box.smtpPort}`, from: new Map() },
    dkim: null,
    clock,
    emailTrust: 'claim',
    openLink: createLinkedApplianceReader({ registryKey }, { pool, clock }),
  })
  const channels = { mail: true, push: false }
  const parts = {
    pool,
    bus,
    clock,
    channels,
    log: silentLog,
    metrics: createTestDeliveryMetrics(),
    deliver: sender.deliver,
  }
  const deliveries = startDeliveryLoop({ ...parts, channel: 'mail', maxConcurrent: 2, pollEveryMs: 5 })
  running.push(async () => {
    await deliveries.stop()
    sender.close()
  })
  return box
}

async function receivedBy(box: Mailbox) {
  return vi.waitUntil(() => box.messages()[0], soon)
}

function tokenIn(text: string): string {
  return /\/join\/([\w-]{43})/u.exec(text)?.[1] ?? ''
}

async function statesOfMails(): Promise<string[]> {
  const { rows } = await pool.query<{ state: string }>('select state from outbox')
  return rows.map(({ state }) => state)
}

async function storedEverywhere(): Promise<string> {
  const tables = ['access_invitation', 'outbox', 'kept_answer', 'audit', 'access_event', 'notice', 'rate_limit']
  const texts = tables.map(async (table) => {
    const { rows } = await pool.query(`select to_jsonb(t)::text as row from ${table} t`)
    return JSON.stringify(rows)
  })
  return (await Promise.all(texts)).join('\n')
}
