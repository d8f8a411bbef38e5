import type { SharedDatatype, SharingPurpose } from '#contract/sharing.ts'
import { type Statement, execute, readRequiredRow, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

/** A consent to share data. `applianceId`: the id of a test appliance if `isTest` is true, otherwise of a gateway. */
export type NewGrant = {
  clientId: string
  applianceId: string
  isTest: boolean
  personId: string
  authorizationId: string
  datatypes: readonly SharedDatatype[]
  historyMonths: number
  purpose: SharingPurpose
  createdAt: Date
  endsAt: Date
}

/** Inserts a grant and returns its id. */
export async function insertGrant(transaction: Transaction, grant: NewGrant): Promise<string> {
  const { clientId, applianceId, isTest, personId, authorizationId, createdAt, endsAt } = grant
  const { datatypes, historyMonths, purpose } = grant
  const [gatewayId, testApplianceId] = isTest ? [null, applianceId] : [applianceId, null]
  const { id } = await readRequiredRow<{ id: string }>(transaction)`
    insert into partner_grant (client_id, gateway_id, test_appliance_id, person_id, authorization_id, datatypes,
      history_months, purpose, created_at, ends_at)
    values (${clientId}, ${gatewayId}, ${testApplianceId}, ${personId}, ${authorizationId}, ${datatypes},
      ${historyMonths}, ${purpose}, ${createdAt}, ${endsAt})
    returning id`
  return id
}

/** Reads the current name of a program. */
export async function readProgramName(transaction: Transaction, clientId: string): Promise<string> {
  const { name } = await readRequiredRow<{ name: string }>(transaction)`
    select name from partner_client where id = ${clientId}`
  return name
}

/**
 * Selects the open grants to end: one grant; the grants of an authorization; the grants for an appliance, of everybody
 * or of one person; or the grants of a person for one appliance and one client.
 */
export type GrantsToEnd =
  | { grantId: string; gatewayId?: string }
  | { authorizationId: string }
  | { gatewayId: string; personId?: string }
  | { personId: string; applianceId: string; clientId: string }

/** Locks the appliances of the open grants among `which` until the transaction ends. */
export async function lockAppliancesOfGrants(transaction: Transaction, which: GrantsToEnd): Promise<void> {
  await execute(transaction)`
    select from gateway g
    where g.id in (select s.gateway_id from partner_grant s where s.ended_at is null and ${conditionOf(which)})
    order by g.id for no key update`
}

/** A grant that was ended. `gatewayId` is null for a test appliance. `program`: the name of the program. */
export type EndedGrant = { id: string; gatewayId: string | null; program: string }

/** Marks the open grants among `which` as ended, and returns them. */
export async function saveGrantEnds(transaction: Transaction, which: GrantsToEnd, now: Date): Promise<EndedGrant[]> {
  return readRows<EndedGrant>(transaction)`
    with ended as (
      update partner_grant s set ended_at = ${now} where s.ended_at is null and ${conditionOf(which)}
      returning s.id, s.gateway_id, s.client_id
    )
    select e.id, e.gateway_id as "gatewayId", k.name as program
    from ended e join partner_client k on k.id = e.client_id order by e.id`
}

/** Marks the open grant of a client for a test appliance as ended. Returns false if the client has no such grant. */
export async function saveTestGrantEnd(
  transaction: Transaction,
  { grantId, clientId, now }: { grantId: string; clientId: string; now: Date },
): Promise<boolean> {
  const count = await execute(transaction)`
    update partner_grant set ended_at = ${now}
    where id = ${grantId} and client_id = ${clientId} and test_appliance_id is not null and ended_at is null`
  return count > 0
}

function conditionOf(which: GrantsToEnd): Statement {
  if ('grantId' in which) {
    const { grantId, gatewayId = null } = which
    return sql`s.id = ${grantId} and (${gatewayId}::uuid is null or s.gateway_id = ${gatewayId})`
  }
  if ('authorizationId' in which) return sql`s.authorization_id = ${which.authorizationId}`
  if ('applianceId' in which) {
    const { personId, applianceId, clientId } = which
    return sql`
      s.client_id = ${clientId} and coalesce(s.gateway_id, s.test_appliance_id) = ${applianceId}
      and s.person_id = ${personId}`
  }
  const { gatewayId, personId = null } = which
  return sql`s.gateway_id = ${gatewayId} and (${personId}::uuid is null or s.person_id = ${personId})`
}
