import type { FastifyRequest } from 'fastify'
import { api } from '#contract/api.ts'
import type { Config } from '#server/config.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import { browserAndSystemOf } from '#server/http/browser-and-system.ts'
import type { EndpointAdder } from '#server/http/endpoint-adder.ts'
import { Refusal } from '#server/http/refusals.ts'
import { createSessionDigestReader } from '#server/identity/session/session-cookies.ts'
import { isPublicUrl } from '#server/http/public-host.ts'
import { type NoticeRecordingDependencies, recordNotices } from '../record-notices.ts'
import {
  lockActiveSession,
  savePushSubscription,
  readPushBrowsers,
  type DeletedPushBrowser,
  deletePushSubscriptionById,
  deletePushSubscriptionByEndpoint,
} from './store.ts'
import type { Services } from '#server/services.ts'

export type PushSubscriptionDependencies = Omit<NoticeRecordingDependencies, 'now'> &
  Pick<Services, 'database' | 'persons' | 'clock'> & {
    config: Pick<Config, 'webPush' | 'publicUrl'>
    brandOfRequest(request: FastifyRequest): string
  }

type Removal = {
  personId: string
  request: FastifyRequest
  remove(transaction: Transaction): Promise<DeletedPushBrowser | null>
}

/**
 * Adds the endpoints for browsers that get push messages. A browser gets push messages until its session ends.
 * Specification 23.11.
 */
export function addPushSubscriptionRoutes(add: EndpointAdder, dependencies: PushSubscriptionDependencies): void {
  const { database, persons, clock, config, brandOfRequest, ...how } = dependencies
  const { pool } = database
  const sessionDigestOf = createSessionDigestReader(config)

  add(api.listPushSubscriptions, async ({ caller, request }) => {
    const personId = await persons.personIdOf(caller)
    const browsers = await readPushBrowsers(pool, { personId, sessionDigest: sessionDigestOf(request) })
    const items = browsers.map(({ createdAt, lastUsedAt, ...browser }) => ({
      ...browser,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    }))
    return { items }
  })

  add(api.addPushSubscription, async ({ caller, body, request }) => {
    const subscription = body()
    if (config.webPush === null) throw new Refusal('unavailable')
    if (!isPublicUrl(subscription.endpoint, config.webPush.testOrigin))
      throw new Refusal('rule-broken', { errors: [{ path: 'endpoint', code: 'push-service' }] })
    const personId = await persons.personIdOf(caller)
    const sessionDigest = sessionDigestOf(request)
    const now = clock.now()
    await inTransaction(pool, async (transaction) => {
      // Requires an active session. Without this check, an access token, which is valid for minutes, would be enough to
      // get push messages forever.
      if (
        sessionDigest === null ||
        !(await lockActiveSession(transaction, { personId, sessionDigest, now: new Date(now) }))
      )
        throw new Refusal('unauthenticated')
      const name = browserAndSystemOf(request.headers['user-agent'] ?? '')
      await savePushSubscription(transaction, { personId, sessionDigest, subscription, ...name, now: new Date(now) })
      const event = { kind: 'push-browser-added', at: new Date(now).toISOString(), ...name } as const
      // The person gets one notice for each session, even if the browser renews its subscription.
      const dedupe = `push-browser-added ${sessionDigest.toString('base64url')}`
      const brand = brandOfRequest(request)
      await recordNotices(transaction, { ...how, now }, [{ personId, gatewayId: null, brand, event, dedupe }])
    })
    return { endpoint: subscription.endpoint }
  })

  add(api.removePushBrowser, async ({ caller, params, request }) => {
    const personId = await persons.personIdOf(caller)
    const remove = async (transaction: Transaction) =>
      deletePushSubscriptionById(transaction, { personId, id: params.id })
    await removeAndNotify({ personId, request, remove })
  })

  add(api.removePushSubscription, async ({ caller, body, request }) => {
    const { endpoint } = body()
    const personId = await persons.personIdOf(caller)
    const remove = async (transaction: Transaction) =>
      deletePushSubscriptionByEndpoint(transaction, { personId, endpoint })
    await removeAndNotify({ personId, request, remove })
  })

  async function removeAndNotify({ personId, request, remove }: Removal): Promise<void> {
    const now = clock.now()
    await inTransaction(pool, async (transaction) => {
      const deletedPushBrowser = await remove(transaction)
      if (!deletedPushBrowser) throw new Refusal('not-found')
      const { id, ...name } = deletedPushBrowser
      const event = { kind: 'push-browser-removed', at: new Date(now).toISOString(), ...name } as const
      const dedupe = `push-browser-removed ${id}`
      const brand = brandOfRequest(request)
      await recordNotices(transaction, { ...how, now }, [{ personId, gatewayId: null, brand, event, dedupe }])
    })
  }
}
