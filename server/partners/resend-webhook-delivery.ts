import type { PartnerDelivery } from '#contract/partner-webhooks.ts'
import type { Queryable } from '#server/database/sql.ts'
import { Refusal } from '#server/http/refusals.ts'
import {
  type WebhookDeliveryKey,
  type WebhookDeliveryRow,
  readWebhookDelivery,
  requeueWebhookDelivery,
} from './store.ts'

/** Reads a delivery to an endpoint of the client. @throws Refusal `not-found` */
export async function readDeliveryOrRefuse(db: Queryable, key: WebhookDeliveryKey): Promise<WebhookDeliveryRow> {
  const delivery = await readWebhookDelivery(db, key)
  if (!delivery) throw new Refusal('not-found')
  return delivery
}

/**
 * Makes a delivery due immediately, and permits all its tries again.
 * @throws Refusal `not-found`, `rule-broken` if its endpoint is not active
 */
export async function resendDelivery(db: Queryable, key: WebhookDeliveryKey, now: Date): Promise<PartnerDelivery> {
  await readDeliveryOrRefuse(db, key)
  const isQueued = await requeueWebhookDelivery(db, key, now)
  if (!isQueued) throw new Refusal('rule-broken', { errors: [{ path: 'state', code: 'not-active' }] })
  return toDeliveryAnswer(await readDeliveryOrRefuse(db, key))
}

export function toDeliveryAnswer({
  createdAt,
  dueAt,
  triedAt,
  earlier,
  ...delivery
}: WebhookDeliveryRow): PartnerDelivery {
  const { status, answer } = delivery
  const last = triedAt === null ? [] : [{ at: triedAt.toISOString(), status, answer: answer ?? '' }]
  return {
    ...delivery,
    createdAt: createdAt.toISOString(),
    dueAt: delivery.state === 'WAITING' ? dueAt.toISOString() : null,
    triedAt: triedAt?.toISOString() ?? null,
    results: [...last, ...earlier.map(({ at, ...result }) => ({ at: new Date(at).toISOString(), ...result }))],
  }
}
