import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Pool } from 'pg'
import { Registry } from 'prom-client'
import { readBrands } from '#brands/read-brands.ts'
import { systemClock } from '#server/clock.ts'
import { startTemporary } from '#server/database/temporary.ts'
import { openDatabase } from '#server/database/database.ts'
import { silentLog } from '#server/log.ts'
import { startDeliveries } from '#server/notices/delivery/deliveries.ts'
import { createDeliveryMetrics } from '#server/notices/delivery/metrics.ts'
import { createMailSender, mailsAtOnce } from '#server/notices/mail-sender.ts'
import { createUnsubscribeTokens } from '#server/notices/unsubscribe/tokens.ts'
import { createDatabase, workOnDatabase } from './database.ts'
import { registerGateways } from './gateways.ts'
import { devices, type ListenerUnderLoad, startListenerUnderLoad } from './ingest/listener-under-load.ts'
import { printRatio } from './print.ts'
import { startProcess } from './processes.ts'
import { measureInTurns, median } from './turns.ts'

// What notices cost the listener: the same reports, of gateways that fail and recover, stored where nothing is told and
// where it is decided beside. And mails out of the outbox, against a bare loop of the same library to the same server.
const changesAfter = 200
const warmUpMs = 4_000
const roundMs = 1_500
const rounds = 14
const ingestBar = { atLeast: 0.9 }
const mails = 10_000
const mailRounds = 3
const mailBar = { atMost: 3 }

const cluster = await startTemporary({ durable: true })
try {
  await compareReports()
  await compareMails()
} finally {
  await cluster.stop()
}

async function compareReports(): Promise<void> {
  const silent = await createDatabase(cluster.url, 'silent')
  const telling = await createDatabase(cluster.url, 'telling')
  for (const url of [silent, telling]) await workOnDatabase(url, (pool) => registerGateways(pool, devices))
  // Where no condition is ever another, nothing is news.
  await workOnDatabase(silent, (pool) =>
    pool.query(
      `create or replace function told_condition(reported text, fault_code text) returns text
       language sql immutable parallel safe return ''`,
    ),
  )
  await workOnDatabase(telling, giveOwners)
  const decider = await startProcess(new URL('notices/decider.ts', import.meta.url), [telling])
  const contenders = {
    without: await startListenerUnderLoad({ url: silent, changesAfter }),
    during: await startListenerUnderLoad({ url: telling, changesAfter }),
  }
  for (const each of Object.values(contenders)) await each.acknowledgedPerSecond(warmUpMs)
  const measure = (each: ListenerUnderLoad) => () => each.acknowledgedPerSecond(roundMs)
  const perSecond = await measureInTurns(
    { without: measure(contenders.without), during: measure(contenders.during) },
    rounds,
  )
  const judged = await decider.ask('judged')
  const figures = (name: 'without' | 'during') => `${name} ${Math.round(median(perSecond[name]))}/s`
  const pair = [perSecond.during, perSecond.without] as const
  printRatio('reports stored while notices are decided, of as many where nothing is told', pair, {
    bar: ingestBar,
    figures: `${figures('without')}; ${figures('during')}; ${judged} gateways judged`,
  })
  for (const each of Object.values(contenders)) await each.stop()
  await decider.stop()
}

async function giveOwners(pool: Pool): Promise<void> {
  await pool.query(
    `with owners as (
       insert into person (issuer, subject, email, email_verified)
       select 'bench', id::text, 'owner@home.example', true from gateway
       returning id, subject)
     insert into connection (person_id, gateway_id, added_at, owner_since)
     select id, subject::uuid, now(), now() from owners`,
  )
}

async function compareMails(): Promise<void> {
  const url = await createDatabase(cluster.url, 'mails')
  await workOnDatabase(url, (pool) => registerGateways(pool, 1))
  const sink = await startProcess(new URL('notices/mail-sink.ts', import.meta.url))
  const smtpUrl = `smtp://127.0.0.1:${sink.ready}`
  const seconds = await measureInTurns(
    { floor: () => bareLoop(smtpUrl), ours: () => outOfTheOutbox(url, smtpUrl) },
    mailRounds,
  )
  const [arrived, sent] = [await sink.ask('arrived'), 2 * mailRounds * mails]
  if (arrived !== sent) throw new Error(`${arrived} mails arrived instead of ${sent}`)
  printRatio(`${mails} mails out of the outbox, of what a bare loop takes`, [seconds.ours, seconds.floor], {
    bar: mailBar,
    figures: `floor ${median(seconds.floor).toFixed(1)} s; ours ${median(seconds.ours).toFixed(1)} s`,
  })
  await sink.stop()
}

async function bareLoop(smtpUrl: string): Promise<number> {
  const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: 10, maxMessages: Infinity })
  const began = performance.now()
  await Promise.all(
    Array.from({ length: mails }, (_, place) =>
      transport.sendMail({
        from: 'Cedar <support@cedar.example>',
        to: `owner-${place}@home.example`,
        subject: 'Boiler 1: fault E104',
        text: 'The boiler has a fault.',
        html: '<p>The boiler has a fault.</p>',
      }),
    ),
  )
  const seconds = (performance.now() - began) / 1000
  transport.close()
  return seconds
}

async function outOfTheOutbox(url: string, smtpUrl: string): Promise<number> {
  await workOnDatabase(url, fillOutbox)
  const { pool, close } = openDatabase(url)
  const { brands, defaultBrand } = await readBrands()
  const sender = createMailSender({
    brandOf: (id) => brands.get(id) ?? defaultBrand,
    originOf: () => 'https://portal.example',
    describeFault: async () => null,
    unsubscribe: createUnsubscribeTokens(Buffer.alloc(32)),
    settings: { url: smtpUrl, from: new Map() },
    vouching: 'claim',
    dkim: null,
    clock: systemClock,
  })
  const began = performance.now()
  const deliveries = startDeliveries({
    pool,
    bus: { publish: async () => {} },
    channels: { mail: true, push: false },
    clock: systemClock,
    log: silentLog,
    metrics: createDeliveryMetrics(new Registry(), [], async () => ({ waiting: 0, oldestAt: null, now: 0 })),
    channel: 'mail',
    deliver: sender.deliver,
    atOnce: mailsAtOnce,
  })
  await workOnDatabase(url, untilSent)
  const seconds = (performance.now() - began) / 1000
  await deliveries.stop()
  sender.close()
  await close()
  return seconds
}

/** One mail to each of as many people: nobody gets so many in a day. */
async function fillOutbox(pool: Pool): Promise<void> {
  await pool.query(
    `with people as (
       insert into person (issuer, subject, email, email_verified)
       select $1, n::text, 'owner-' || n || '@home.example', true from generate_series(1, $2::int) n returning id),
     held as (
       insert into connection (person_id, gateway_id, added_at)
       select people.id, gateway.id, now() from people, gateway returning person_id, gateway_id)
     select count(*) from held`,
    [randomUUID(), mails],
  )
  await pool.query(
    `with told as (
       insert into notice (person_id, gateway_id, event, brand, dedupe, in_portal, created_at)
       select person_id, gateway_id, $1, 'cedar', 'bench', true, now() from connection
       where person_id not in (select person_id from notice) returning id, person_id)
     insert into outbox (person_id, channel, notice_id, created_at, due_at)
     select person_id, 'mail', id, now(), now() from told`,
    [{ kind: 'fault-began', code: 'E104', since: new Date().toISOString() }],
  )
  await pool.query('analyze')
}

async function untilSent(pool: Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ open: boolean }>(
      `select exists (select from outbox where state = 'WAITING') as open from pg_sleep(0.1)`,
    )
    if (rows[0]?.open !== true) return
  }
}
