import type { FastifyInstance } from 'fastify'
import { randomInt } from 'node:crypto'
import { api } from '#contract/api.ts'
import type { Subscription } from '#contract/event-bus.ts'
import { eventBusPath } from '#contract/event-bus.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { EndpointAdder } from '#server/http/endpoint-adder.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { PersonIdProvider } from './page-registrar.ts'
import { deleteSubscriptions, replaceSubscriptions } from './store.ts'
import type { Services } from '#server/services.ts'

export type SubscriptionRouteDependencies = Pick<Services, 'database' | 'bus' | 'clock'> & {
  personIdOf: PersonIdProvider
}

/**
 * Adds the endpoints with which a signed-in person replaces or deletes their subscriptions. Specification 7 and 14.2.
 */
export function addSubscriptionRoutes(add: EndpointAdder, dependencies: SubscriptionRouteDependencies): void {
  const { database, bus, clock, personIdOf } = dependencies

  add(api.subscribe, async ({ caller, body }) => {
    const wantedSubscriptions = mergedByGateway(body().subscriptions)
    const personId = await personIdOf(caller)
    await inTransaction(database.pool, async (transaction) => {
      const foundCount = await replaceSubscriptions(transaction, {
        personId,
        subscriptions: wantedSubscriptions,
        now: clock.now(),
      })
      if (foundCount < wantedSubscriptions.length) throw new Refusal('not-found')
      await bus.publish(transaction, [{ kind: 'subscriptions', personId }])
    })
    return { subscriptions: wantedSubscriptions }
  })

  add(api.unsubscribe, async ({ caller }) => deleteSubscriptionsAndNotify(dependencies, await personIdOf(caller)))
}

/** Deletes all subscriptions of a person. The person's pages then receive no more changes. Specification 7. */
export async function deleteSubscriptionsAndNotify(
  { database, bus }: Pick<SubscriptionRouteDependencies, 'database' | 'bus'>,
  personId: string,
): Promise<void> {
  await inTransaction(database.pool, async (transaction) => {
    await deleteSubscriptions(transaction, personId)
    await bus.publish(transaction, [{ kind: 'subscriptions', personId }])
  })
}

/** Combines the units of subscriptions that name the same gateway. */
function mergedByGateway(subscriptions: readonly Subscription[]): Subscription[] {
  const byId = Map.groupBy(subscriptions, ({ resourceId }) => resourceId.toLowerCase())
  return [...byId].map(([resourceId, same]) => ({
    resourceId,
    resourceType: 'gateway',
    aggregatedUnits: [...new Set(same.flatMap(({ aggregatedUnits }) => aggregatedUnits))],
  }))
}

const noCacheHeader = 'no-store, no-cache, no-transform, must-revalidate, max-age=0'
const entropyLimit = 2 ** 32

/**
 * Adds the HTTP routes that SockJS clients call before they open a socket; these routes need no token. All transports
 * except the WebSocket are refused, so that clients that would use them fail immediately. sockjs-protocol 0.3.3.
 */
export function addEventBusRoutes(app: FastifyInstance): void {
  app.get(`${eventBusPath}/info`, (_request, reply) =>
    reply.header('cache-control', noCacheHeader).send({
      websocket: true,
      origins: ['*:*'],
      cookie_needed: false,
      entropy: randomInt(entropyLimit),
    }),
  )

  for (const path of [eventBusPath, `${eventBusPath}/`]) {
    app.get(path, (_request, reply) => reply.type('text/plain; charset=utf-8').send('Welcome to SockJS!\n'))
  }

  // Refuses the request before its body is read, because some transports send a body that is not JSON.
  app.route({
    method: ['GET', 'POST'],
    url: `${eventBusPath}/*`,
    onRequest: () => {
      throw new Refusal('not-found')
    },
    handler: () => undefined,
  })
}
