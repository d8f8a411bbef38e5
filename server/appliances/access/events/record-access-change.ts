import type { GrantableRole } from '#contract/access-role.ts'
import { recordDoneAct } from '#server/audit/store.ts'
import type { Bus } from '#server/live/bus/bus.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { publishServiceChange } from '#server/service-changes/publish-service-change.ts'
import { insertAccessEvent, replaceAccessDeadlines } from './store.ts'

/**
 * A change of a person's access.
 * - `actorId`: the person who made the change; null for the portal and for operators.
 * - `role`, `accessEndsAt`: the values after the change. Both are null if the person has no access or becomes the
 *   owner.
 * - `way`: how the person got access.
 * - `now`: epoch ms.
 */
export type PersonAccessChange = {
  gatewayId: string
  personId: string
  kind: 'given' | 'left' | 'removed' | 'changed' | 'request-accepted' | 'ownership-ended' | 'ownership-begun'
  role: GrantableRole | null
  accessEndsAt: Date | null
  actorId: string | null
  now: number
  way?: 'claim' | 'invitation'
}

/**
 * Records a change of an access within its transaction, and publishes it to open pages. It writes an audit record,
 * which is also the entry of the activity. It also writes an event, from which the role `jobs` sends notices, and the
 * deadlines of the access.
 */
export async function recordAccessChange(
  transaction: Transaction,
  bus: Pick<Bus, 'publish'>,
  { actorId, now, way, ...event }: PersonAccessChange,
): Promise<void> {
  const { gatewayId, personId, kind, role, accessEndsAt } = event
  const at = new Date(now)
  const until = accessEndsAt?.toISOString()
  const details = { person: personId, ...(role && { role }), until, way }
  const actor = actorId === null ? 'portal' : 'person'
  await recordDoneAct(transaction, { actor, action: actionOf(kind), personId: actorId, gatewayId, details, now })
  await insertAccessEvent(transaction, { ...event, actorId, dueAt: at })
  await replaceAccessDeadlines(transaction, { gatewayId, personId, endsAt: accessEndsAt, now: at })
  await publishAccessChange(transaction, bus, gatewayId)
}

function actionOf(kind: PersonAccessChange['kind']): string {
  switch (kind) {
    case 'request-accepted':
    case 'ownership-ended':
    case 'ownership-begun':
      return kind
    case 'given':
    case 'left':
    case 'removed':
    case 'changed':
      return `access-${kind}`
  }
}

/** Publishes to open pages that the people of an appliance or its activity have changed. */
export async function publishAccessChange(
  transaction: Transaction,
  bus: Pick<Bus, 'publish'>,
  gatewayId: string,
): Promise<void> {
  await bus.publish(transaction, [{ kind: 'access', gatewayId }])
  await publishServiceChange(transaction, bus, { gatewayId })
}
