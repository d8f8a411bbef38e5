import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { readBrands } from '#brands/read-brands.ts'
import { hourMs } from '#contract/durations.ts'
import { openMailbox } from '#stand-ins/mailbox/mailbox.ts'
import type { ProgramDecision } from '#contract/program-decisions.ts'
import { createTestDatabase } from '#test/database.ts'
import { inTransaction } from './database/transaction.ts'
import { silentLog } from './log.ts'
import { startDeliveryLoop } from './notices/delivery/delivery-loop.ts'
import { createTestDeliveryMetrics, testWordDependencies } from '#test/notices/delivery-fixture.ts'
import { createMailSender } from './notices/mail-sender.ts'
import { recordNotices } from './notices/record-notices.ts'
import { fixtureStartMs, createNoticeFixture } from '#test/notices/notice-fixture.ts'
import { createDeveloperJobs } from './partners/developer-jobs.ts'
import { decideProgram } from './partners/programs/decide-program.ts'

// Specification 27.1, 27.7 and 23.9: developers are notified of decisions and of failing endpoints, at their verified
// addresses. The contact address of a program gets no email, because a developer can type any address.

const { pool, close } = await createTestDatabase({ max: 10 })
const { defaultBrand } = await readBrands()
const { clock, dependencies, insertPerson: person, noticesOf } = createNoticeFixture(pool)
const host = '127.0.0.1'
const soon = { timeout: 15_000 }
const running: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const end of running.splice(0).toReversed()) await end()
  clock.time = fixtureStartMs
  await pool.query('delete from partner_client')
  await pool.query('delete from person')
})

afterAll(close)

const jobs = createDeveloperJobs({
  pool,
  clock,
  recordNotices: async (transaction, recorded, now) => {
    const { bus, channels } = dependencies
    const notices = recorded.map((one) => ({ ...one, gatewayId: null, brand: defaultBrand.settings.id }))
    await recordNotices(transaction, { bus, channels, now }, notices)
  },
})

async function runJobs(): Promise<void> {
  await Promise.all([...jobs, ...jobs].map(async ({ run }) => run()))
}

/** Creates a program that waits for the operator's decision. Its contact address belongs to another person. */
async function programOf(developerId: string | null, name = 'Warm Advice'): Promise<string> {
  const { rows } = await pool.query<{ id: string }>({
    text: `insert into partner_client (developer_id, name, contact_email, redirect_uris, state, company_name, register_number,
        country, terms_version, created_at)
      values ($1, $2, 'victim@elsewhere.example', '{https://a.example/}', 'requested', 'Advice GmbH', 'FN 1', 'AT', '1', now())
      returning id`,
    values: [developerId, name],
  })
  return rows[0]?.id ?? ''
}

async function decide(programId: string, decision: ProgramDecision, reason: string | null = null): Promise<void> {
  const now = new Date(clock.now())
  await inTransaction(pool, async (transaction) =>
    decideProgram(transaction, dependencies.bus, { programId, decision, reason, now }),
  )
}

async function startMail() {
  const mailbox = await openMailbox({ host, smtpPort: 0, pagePort: 0 })
  const sender = createMailSender({
    ...testWordDependencies,
    settings: { url: `smtp://${host}:${mailbox.smtpPort}`, from: new Map() },
    dkim: null,
    clock,
    emailTrust: 'claim',
    openLink: async () => null,
  })
  const deliveries = startDeliveryLoop({
    ...dependencies,
    log: silentLog,
    metrics: createTestDeliveryMetrics(),
    channel: 'mail',
    deliver: sender.deliver,
    maxConcurrent: 2,
    pollEveryMs: 20,
  })
  running.push(async () => {
    await deliveries.stop()
    sender.close()
    await mailbox.close()
  })
  return mailbox
}

async function outbox(): Promise<string[]> {
  const { rows } = await pool.query<{ state: string }>("select state from outbox where channel = 'mail'")
  return rows.map(({ state }) => state)
}

test('a developer gets an email about a decision in their language, with the reason of the operator', async () => {
  const mailbox = await startMail()
  const developer = await person({ email: 'developer@home.example', country: 'DE' })
  const programId = await programOf(developer)
  await decide(programId, 'refuse', 'The register has no such company.')
  await runJobs()
  await vi.waitFor(() => expect(mailbox.messages()).toHaveLength(1), soon)
  const [mail] = mailbox.messages()
  expect(mail).toMatchObject({
    to: 'developer@home.example',
    subject: 'Ihr Programm Warm Advice wurde abgelehnt',
    text: expect.stringContaining('Begründung des Betreibers: The register has no such company.'),
  })
  expect(mail?.text).toContain('https://portal.example/developers')
  await runJobs()
  expect(await noticesOf(developer)).toEqual(['program-decided'])
})

test('each decision is one notice, also if the same is decided again', async () => {
  const developer = await person()
  const programId = await programOf(developer)
  for (const decision of ['approve', 'suspend', 'approve'] as const) {
    clock.time += hourMs
    await decide(programId, decision)
    await runJobs()
  }
  const { rows } = await pool.query<{ decision: string }>(
    "select event->>'decision' as decision from notice order by created_at",
  )
  expect(rows.map(({ decision }) => decision)).toEqual(['approve', 'suspend', 'approve'])
})

test('a decision that was refused, or about a program of an erased person, causes no notice', async () => {
  const developer = await person()
  const programId = await programOf(developer)
  await decide(programId, 'approve')
  await decide(programId, 'refuse')
  await decide(await programOf(null), 'suspend')
  await runJobs()
  expect(await noticesOf(developer)).toEqual(['program-decided'])
})

test("without a verified address no email is sent, and never one to the program's contact address", async () => {
  const mailbox = await startMail()
  const [unverified, verified] = [
    await person({ email: 'unverified@home.example', isVerified: false }),
    await person({ email: 'verified@home.example' }),
  ]
  await decide(await programOf(unverified, 'One'), 'approve')
  await decide(await programOf(verified, 'Two'), 'approve')
  await runJobs()
  await vi.waitFor(async () => expect(await outbox()).toEqual(['SENT']), soon)
  expect(mailbox.messages().map(({ to }) => to)).toEqual(['verified@home.example'])
  expect(await noticesOf(unverified)).toEqual(['program-decided'])
})

test('the developer of an endpoint that has failed for a day gets one email, of a recovered one none', async () => {
  const mailbox = await startMail()
  const developer = await person({ email: 'developer@home.example', country: 'GB' })
  const programId = await programOf(developer)
  const failing = async (path: string, hours: number) =>
    pool.query({
      text: `insert into partner_endpoint (id, client_id, url, state, secret, created_at, failing_since)
        values (gen_random_uuid(), $1, $2, 'ACTIVE', '', $3, $3)`,
      values: [programId, `https://partner.example/${path}`, new Date(clock.now() - hours * hourMs)],
    })
  await failing('broken', 25)
  await failing('shaken', 23)
  for (const _ of [1, 2]) await runJobs()
  await vi.waitFor(() => expect(mailbox.messages()).toHaveLength(1), soon)
  const [mail] = mailbox.messages()
  expect(mail).toMatchObject({
    to: 'developer@home.example',
    subject: 'Events cannot be delivered to Warm Advice',
    text: expect.stringContaining('https://partner.example/broken has not accepted any since 14 March at 11:00.'),
  })
  expect(await noticesOf(developer)).toEqual(['webhooks-failing'])
})
