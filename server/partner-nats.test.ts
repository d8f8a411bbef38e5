import { Registry } from 'prom-client'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { SharedGrant } from '#contract/access.ts'
import { minuteMs } from '#contract/durations.ts'
import { natsServerPath, startTestNats } from '#test/live/test-nats.ts'
import { createPartnersFixture } from '#test/partners/partners-fixture.ts'
import { recordFaultChanges, startTestWebhooks } from '#test/partners/test-webhooks.ts'
import { startWebhookServer } from '#test/partners/webhook-server.ts'
import { systemClock as clock } from './clock.ts'
import type { Database } from './database/database.ts'
import type { Bus } from './live/bus/bus.ts'
import { createNatsMetrics } from './live/bus/nats/metrics.ts'
import { createNatsBus } from './live/bus/nats/nats-bus.ts'
import { silentLog } from './log.ts'
import { wakeEventLogJobOnChanges, writeEventLog } from './partners/log/event-log-jobs.ts'

// Specification 27.4: with NATS as the bus, or without it, nothing leaves after the end of a grant.

const times = { answerMs: 1_000, defaultMs: 500, withoutNatsMs: 300, failedMs: 100, lostAfterMs: minuteMs }
const soon = { timeout: 30_000, interval: 10 }
/** Longer than `soon`, so that only the end of the grant can abort a delivery before the test fails. */
const answerTimeoutMs = 2 * minuteMs
const closing: (() => Promise<unknown>)[] = []

afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

describe.skipIf(natsServerPath === undefined)('the end of a grant with NATS as the bus', { timeout: 180_000 }, () => {
  test.for(['with NATS', 'while NATS is away'])('%s ends requests, streams and a webhook under way', async (state) => {
    const nats = await startTestNats()
    closing.push(nats.close)
    const openBus = async ({ pool }: Pick<Database, 'pool'>): Promise<Bus> => {
      const metrics = createNatsMetrics(new Registry())
      return createNatsBus({ servers: { servers: nats.host }, prefix: 'portal', pool, times, log: silentLog, metrics })
    }
    const fixture = await createPartnersFixture({ openBus })
    closing.push(fixture.close)
    const { call, database, publicUrl } = fixture
    const { pool } = database
    const busOfJobs = await openBus(database)
    closing.push(async () => busOfJobs.close())
    const job = { wake: vi.fn() }
    const waking = await wakeEventLogJobOnChanges(busOfJobs, job)
    closing.push(async () => waking.close())
    const hooks = await startWebhookServer()
    closing.push(hooks.close)
    hooks.answers.set('/', ({ type }, response) => {
      if (type === 'grant.ended') response.end()
    })
    const webhooks = startTestWebhooks(database, { clock, publicUrl, answerTimeoutMs })
    closing.push(webhooks.stop)

    const client = await fixture.registerClient()
    const gatewayId = await fixture.applianceOf('anna')
    const { tokens } = await fixture.tokensFor(client, 'anna', [gatewayId])
    await writeEventLog({ pool, clock })
    await pool.query("update partner_client set state = 'sandbox'")
    const body = { url: hooks.url('/') }
    await call(await fixture.tokenOf(client), '/partner/1/endpoints', { method: 'POST', body })
    const isActive = async () =>
      (await pool.query("select from partner_endpoint where state = 'ACTIVE'")).rowCount === 1
    await vi.waitUntil(isActive, soon)
    const stream = await fetch(`${publicUrl}/partner/1/events`, {
      headers: { authorization: `Bearer ${tokens.access_token}`, accept: 'text/event-stream' },
    })
    let text = ''
    const reading = stream.body?.pipeThrough(new TextDecoderStream()).pipeTo(
      new WritableStream({
        write: (piece) => {
          text += piece
        },
      }),
    )
    await recordFaultChanges(database, { clock, gatewayId })
    await vi.waitUntil(() => hooks.at('/', 'appliance.fault_began').length === 1, soon)
    await vi.waitUntil(() => text.includes('appliance.fault_began'), soon)

    if (state === 'while NATS is away') await nats.kill()
    job.wake.mockClear()
    const access = (await (await call('anna', `/api/2/connections/${gatewayId}/access`)).json()) as {
      grants: SharedGrant[]
    }
    const path = `/api/2/connections/${gatewayId}/access/grants/${access.grants[0]?.id}`
    expect((await call('anna', path, { method: 'DELETE' })).status).toBe(204)
    expect((await call(tokens.access_token, '/partner/1/events')).status).toBe(401)
    await recordFaultChanges(database, { clock, gatewayId })
    await vi.waitUntil(() => hooks.at('/', 'appliance.fault_began')[0]?.isCut, soon)
    await reading
    const received = text.split('\n\n').filter((frame) => frame.startsWith('id: '))
    expect(received.map((frame) => /"type":"([\w.]+)"/u.exec(frame)?.[1])).toEqual([
      'grant.created',
      'appliance.fault_began',
    ])
    await vi.waitUntil(() => hooks.at('/', 'grant.ended').length === 1, soon)
    expect(hooks.at('/').map(({ type }) => type)).toEqual([
      'endpoint.challenge',
      'appliance.fault_began',
      'grant.ended',
    ])
    // Without NATS the job finds the end of the grant at its next poll.
    if (state === 'with NATS') await vi.waitUntil(() => job.wake.mock.calls.length > 0, soon)
  })
})
