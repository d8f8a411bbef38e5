import { expect } from '@playwright/test'
import { minuteMs } from '#contract/durations.ts'
import { startWebhookServer } from '#test/partners/webhook-server.ts'
import { retryUntilTimeout } from '../../cluster/retry-until-timeout.ts'
import type { Trial } from '../trial.ts'
import type { WebhookExamples } from './openapi-examples.ts'

const soonMs = minuteMs

type Delivery = { id: string; endpointId: string; type: string }

/**
 * Starts a server that answers each challenge, and registers two webhook endpoints with the URL of this server. `token`
 * is a token that the client got by client credentials.
 */
export async function registerWebhookEndpoints(
  { runAtEnd }: Trial,
  { portalUrl, token }: { portalUrl: string; token: string },
): Promise<WebhookExamples> {
  const server = await startWebhookServer()
  runAtEnd(async () => server.close())
  const url = server.url('/webhook')

  async function call<Answer>(method: string, path: string, data?: object): Promise<Answer> {
    const headers = { authorization: `Bearer ${token}`, ...(data && { 'content-type': 'application/json' }) }
    const body = data && { body: JSON.stringify(data) }
    const answer = await fetch(`${portalUrl}/partner/1${path}`, { method, headers, ...body })
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json().catch(() => null)) as Answer
  }

  const { id: endpointId } = await call<{ id: string }>('POST', '/endpoints', { url })
  const { id: removedId } = await call<{ id: string }>('POST', '/endpoints', { url: `${url}/other` })
  for (const id of [endpointId, removedId])
    await retryUntilTimeout(soonMs, async () =>
      expect(await call('GET', `/endpoints/${id}`)).toMatchObject({ state: 'ACTIVE' }),
    )
  await call('POST', `/endpoints/${endpointId}/test`)
  const deliveryId = await retryUntilTimeout(soonMs, async () => {
    const { items } = await call<{ items: Delivery[] }>('GET', '/deliveries?state=DELIVERED')
    const delivery = items.find((one) => one.endpointId === endpointId && one.type === 'endpoint.test')
    expect(delivery).toBeDefined()
    return delivery?.id ?? ''
  })
  return { url: `${url}/new`, endpointId, removedId, deliveryId }
}
