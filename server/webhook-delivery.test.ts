import { Registry } from 'prom-client'
import { afterAll, afterEach, expect, test } from 'vitest'
import { readBrands } from '#brands/read-brands.ts'
import { openMailbox } from '#stand-ins/mailbox/mailbox.ts'
import { registryKey } from '#test/appliances.ts'
import { testDatabase } from '#test/database.ts'
import { silentLog } from './log.ts'
import { startWebhooks } from './webhook-delivery.ts'

// Specification 27.7: after one day of failures the client's contact gets an email, through a mail server.

const { pool, close } = await testDatabase({ max: 5 })
const { defaultBrand } = await readBrands()
const now = Date.parse('2026-03-15T12:00:00Z')
const host = '127.0.0.1'
const publicUrl = 'https://portal.example'
const running: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const end of running.splice(0)) await end()
  await pool.query('delete from partner_client')
})

afterAll(close)

/** An active endpoint of a client with this contact. It has failed for some hours. */
async function failingEndpoint(contact: string, hours: number): Promise<void> {
  await pool.query({
    text: `with k as (
        insert into partner_client (name, contact_email, redirect_uris, state, terms_version, created_at)
        values ('Warm Advice', $1, '{}', 'approved', '1', $2) returning id
      )
      insert into partner_endpoint (id, client_id, url, state, secret, created_at, failing_since)
      select gen_random_uuid(), k.id, 'https://partner.example/hook', 'ACTIVE', '', $2, $2 from k`,
    values: [contact, new Date(now - hours * 60 * 60_000)],
  })
}

/** Returns the job that warns. */
async function start(smtpPort: number): Promise<() => Promise<unknown>> {
  const { failingJob, end } = await startWebhooks({
    config: {
      publicUrl,
      registryKey,
      isDemo: false,
      mail: { url: `smtp://${host}:${smtpPort}`, from: new Map(), dkim: null },
    },
    brand: defaultBrand,
    pool,
    clock: { now: () => now },
    log: silentLog,
    registry: new Registry(),
  })
  running.push(end)
  return async () => failingJob.run(new AbortController().signal)
}

test('the contact of an endpoint that fails gets one email, also if the mailbox of another one is busy', async () => {
  const replies = new Map([
    ['busy@partner.example', '450 try later'],
    ['gone@partner.example', '550 no such mailbox'],
  ])
  const refuse = (recipient: string) => replies.get(recipient) ?? null
  const mailbox = await openMailbox({ host, smtpPort: 0, pagePort: 0, refuse })
  running.push(async () => mailbox.close())
  await failingEndpoint('busy@partner.example', 27)
  await failingEndpoint('gone@partner.example', 26)
  await failingEndpoint('developer@partner.example', 25)
  await failingEndpoint('early@partner.example', 23)
  const warn = await start(mailbox.smtpPort)
  for (let run = 0; run < 2; run += 1) await warn()
  const [mail, ...others] = mailbox.messages()
  const { name, supportMail } = defaultBrand.settings
  expect(mail).toMatchObject({
    to: 'developer@partner.example',
    from: `"${name}" <${supportMail}>`,
    subject: 'Webhooks of Warm Advice cannot be delivered',
    headers: { 'auto-submitted': 'auto-generated' },
  })
  expect(mail?.text).toContain('Deliveries to https://partner.example/hook have failed since 2026-03-14T11:00:00.000Z.')
  expect(others).toEqual([])
  replies.clear()
  await warn()
  expect(mailbox.messages().map(({ to }) => to)).toEqual(['busy@partner.example', 'developer@partner.example'])
})

test('without a mail server that answers, the job fails, so that it is retried', async () => {
  const mailbox = await openMailbox({ host, smtpPort: 0, pagePort: 0 })
  await mailbox.close()
  await failingEndpoint('developer@partner.example', 25)
  const warn = await start(mailbox.smtpPort)
  await expect(warn()).rejects.toThrow('The email about an endpoint was not accepted')
})
