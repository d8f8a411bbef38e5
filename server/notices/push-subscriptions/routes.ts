import { api } from '#contract/api.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { AddEndpoint } from '#server/http/endpoints.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { Persons } from '#server/identity/person.ts'
import { createCookies } from '#server/identity/session/cookies.ts'
import { digestOf } from '#server/identity/session/sealing.ts'
import { isPushEndpoint } from '../push-endpoint.ts'
import { keepPushSubscription, removeOwnPushSubscription } from './store.ts'

export type PushSubscriptionDependencies = {
  database: Database
  persons: Persons
  clock: Clock
  config: Pick<Config, 'webPush' | 'publicUrl'>
}

/** Browsers that web push is to reach, as long as their session lasts. Specification 23.7. */
export function addPushSubscriptionRoutes(add: AddEndpoint, dependencies: PushSubscriptionDependencies): void {
  const { database, persons, clock, config } = dependencies
  const { session } = createCookies({ secure: new URL(config.publicUrl).protocol === 'https:' })

  add(api.addPushSubscription, async ({ caller, body, request }) => {
    const subscription = body()
    if (config.webPush === null) throw new Refusal('unavailable')
    if (!isPushEndpoint(subscription.endpoint, config.webPush.testOrigin))
      throw new Refusal('rule-broken', { errors: [{ path: 'endpoint', code: 'push-service' }] })
    const secret = session.read(request)
    const personId = await persons.personIdOf(caller)
    await inTransaction(database.pool, async (transaction) =>
      keepPushSubscription(transaction, {
        personId,
        sessionDigest: secret === null ? null : digestOf(secret),
        subscription,
        now: new Date(clock.now()),
      }),
    )
    return { endpoint: subscription.endpoint }
  })

  add(api.removePushSubscription, async ({ caller, body }) => {
    const { endpoint } = body()
    const personId = await persons.personIdOf(caller)
    if (!(await removeOwnPushSubscription(database.pool, { personId, endpoint }))) throw new Refusal('not-found')
    return undefined
  })
}
