import type { SharedGrant } from '#contract/access.ts'
import type { ApplianceType } from '#contract/appliance.ts'
import { type SharedDatatype, type SharingPurpose, lastDayOfGrant } from '#contract/sharing.ts'
import { type TestGrant, closedProgramStates } from '#contract/programs.ts'
import type { DeliveryAttemptResult, PartnerDelivery } from '#contract/partner-webhooks.ts'
import { accessInForceSql } from '#server/database/access-in-force.ts'
import {
  type Queryable,
  type Statement,
  execute,
  readFirstRow,
  readRequiredRow,
  readRows,
  sql,
} from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { PartnerClient } from './partner-client.ts'

const clientColumns = sql`
  k.id, k.developer_id as "developerId", k.name, k.contact_email as "contactEmail", k.redirect_uris as "redirectUris",
  k.secret_digest as "secretDigest", k.jwks, k.state, k.company_name as "companyName", k.register_number as "registerNumber",
  k.country`

/** Finds a client in any state. Returns null if no client has this id, or if `id` is not a UUID. */
export async function findPartnerClient(db: Queryable, id: string): Promise<PartnerClient | null> {
  return readFirstRow<PartnerClient>(db)`select ${clientColumns} from partner_client k where k.id::text = ${id}`
}

export type NewPartnerClient = Omit<PartnerClient, 'id' | 'state' | 'companyName' | 'registerNumber' | 'country'> & {
  developerId: string
  termsVersion: string
  createdAt: Date
}

/** Inserts a client in the sandbox. Returns its id. */
export async function insertPartnerClient(transaction: Queryable, client: NewPartnerClient): Promise<string> {
  const { developerId, name, contactEmail, redirectUris, secretDigest, jwks, termsVersion, createdAt } = client
  const { id } = await readRequiredRow<{ id: string }>(transaction)`
    insert into partner_client
      (developer_id, name, contact_email, redirect_uris, secret_digest, jwks, state, terms_version, created_at)
    values (${developerId}, ${name}, ${contactEmail}, ${redirectUris}, ${secretDigest}, ${jwks && JSON.stringify(jwks)},
      'sandbox', ${termsVersion}, ${createdAt})
    returning id`
  return id
}

/** An appliance that a person may share, as its owner or a co-owner. */
export type ShareableAppliance = { id: string; name: string | null; type: ApplianceType; city: string | null }

/** Reads the appliances that a person may share at `now` (epoch ms). */
export async function readShareableAppliances(
  db: Queryable,
  personId: string,
  now: number,
): Promise<ShareableAppliance[]> {
  return readRows<ShareableAppliance>(db)`
    select g.id, c.name, g.appliance_type as type, a.city
    from connection c join gateway g on g.id = c.gateway_id left join address a on a.gateway_id = g.id
    where c.person_id = ${personId} and (c.owner_since is not null or c.co_owner_since is not null)
      and ${accessInForceSql(now)}
    order by c.added_at desc, g.serial`
}

/** The SQL condition that the operator has refused or suspended the client of row `k` of `partner_client`. */
export const closedClientCondition = sql`k.state = any (${closedProgramStates}::text[])`

/**
 * Returns the SQL condition that row `s` of `partner_grant` is in force at `now` (epoch ms): the grant has not lapsed,
 * and the operator has not refused or suspended its client. Specification 27.4.
 */
export function grantInForceCondition(now: number): Statement {
  return sql`
    ${grantNotLapsedCondition(now)}
    and exists (select from partner_client k where k.id = s.client_id and not ${closedClientCondition})`
}

/**
 * Returns the SQL condition that row `s` of `partner_grant` has not lapsed at `now` (epoch ms): the grant has not ended
 * or expired.
 *
 * The person of the grant must have been the owner or a co-owner without interruption since the consent. For a test
 * appliance, the person must be the developer of the client. So a removal, a hand-over, an erasure or the end of a role
 * also ends the grant, even before a job marks it.
 *
 * A refusal or a suspension ends no grant, because the operator may approve the client again.
 */
export function grantNotLapsedCondition(now: number): Statement {
  return sql`
    s.ended_at is null and s.ends_at > ${new Date(now)}::timestamptz
    and case when s.test_appliance_id is null
      then exists (
        select from connection c
        where c.gateway_id = s.gateway_id and c.person_id = s.person_id
          and coalesce(c.owner_since, c.co_owner_since) <= s.created_at and ${accessInForceSql(now)}
      )
      else exists (select from partner_client k where k.id = s.client_id and k.developer_id = s.person_id)
    end`
}

/** A grant in force. `applianceId`: the id of a test appliance if `isTest` is true, otherwise of a gateway. */
export type PartnerGrant = {
  id: string
  clientId: string
  applianceId: string
  isTest: boolean
  personId: string
  datatypes: SharedDatatype[]
  historyMonths: number
  purpose: SharingPurpose
  createdAt: Date
  endsAt: Date
  /** The start of the time whose data the person may see; null for a test appliance. */
  ownSince: Date | null
}

const grantColumns = sql`
  s.id, s.client_id as "clientId", coalesce(s.gateway_id, s.test_appliance_id) as "applianceId",
  s.test_appliance_id is not null as "isTest", s.person_id as "personId", s.datatypes,
  s.history_months as "historyMonths", s.purpose, s.created_at as "createdAt", s.ends_at as "endsAt",
  (
    select coalesce(o.owner_since, o.added_at) from connection o
    where o.gateway_id = s.gateway_id and o.person_id = s.person_id
  ) as "ownSince"`

/** The start of the period that the person may see; null for a test appliance. */
export async function readGrantsOfAuthorization(
  db: Queryable,
  authorizationId: string,
  now: number,
): Promise<PartnerGrant[]> {
  return readRows<PartnerGrant>(db)`
    select ${grantColumns} from partner_grant s
    where s.authorization_id = ${authorizationId} and ${grantInForceCondition(now)} order by s.created_at, s.id`
}

/** Whether an authorization has a grant in force, which its tokens may use. `now` in epoch ms. */
export async function isAnyGrantInForce(db: Queryable, authorizationId: string, now: number): Promise<boolean> {
  const row = await readFirstRow<{ id: string }>(db)`
    select s.id from partner_grant s where s.authorization_id = ${authorizationId} and ${grantInForceCondition(now)} limit 1`
  return row !== null
}

/** Reads the grants in force of a person for a client. `now` in epoch ms. */
export async function readGrantsOfPersonForClient(
  db: Queryable,
  { personId, clientId, now }: { personId: string; clientId: string; now: number },
): Promise<PartnerGrant[]> {
  return readRows<PartnerGrant>(db)`
    select ${grantColumns} from partner_grant s
    where s.person_id = ${personId} and s.client_id = ${clientId} and ${grantInForceCondition(now)}`
}

/** Reads the grants of an appliance that have not lapsed, for its access page. `now` in epoch ms. */
export async function readUnlapsedGrantsOfGateway(
  db: Queryable,
  gatewayId: string,
  now: number,
): Promise<SharedGrant[]> {
  const rows = await readRows<Omit<SharedGrant, 'until'> & { endsAt: Date }>(db)`
    select s.id, k.name as "clientName", k.company_name as "companyName", s.datatypes, s.purpose,
      s.ends_at as "endsAt", ${closedClientCondition} as "isSuspended"
    from partner_grant s join partner_client k on k.id = s.client_id
    where s.gateway_id = ${gatewayId} and ${grantNotLapsedCondition(now)} order by s.created_at, s.id`
  return rows.map(({ endsAt, ...grant }) => ({ ...grant, until: lastDayOfGrant(endsAt) }))
}

export type TestAppliance = { id: string; clientId: string; name: string; type: ApplianceType }

export async function readTestAppliances(db: Queryable, clientIds: readonly string[]): Promise<TestAppliance[]> {
  return readRows<TestAppliance>(db)`
    select id, client_id as "clientId", name, appliance_type as type from partner_test_appliance
    where client_id = any (${clientIds}::uuid[]) order by name`
}

export type TestGrantOfClient = TestGrant & { clientId: string }

/** Reads the grants of clients' test appliances that have not lapsed, for their developer. `now` in epoch ms. */
export async function readUnlapsedTestGrants(
  db: Queryable,
  clientIds: readonly string[],
  now: number,
): Promise<TestGrantOfClient[]> {
  const rows = await readRows<Omit<TestGrantOfClient, 'until'> & { endsAt: Date }>(db)`
    select s.id, s.client_id as "clientId", t.name as "applianceName", s.datatypes, s.ends_at as "endsAt"
    from partner_grant s join partner_test_appliance t on t.id = s.test_appliance_id
    where s.client_id = any (${clientIds}::uuid[]) and ${grantNotLapsedCondition(now)}
    order by s.created_at, t.name, s.id`
  return rows.map(({ endsAt, ...grant }) => ({ ...grant, until: lastDayOfGrant(endsAt) }))
}

/** Records the id of a signed message. Returns false if the id is already recorded and has not expired. */
export async function recordSignedMessageId(
  db: Queryable,
  { id, expiresAt, now }: { id: string; expiresAt: Date; now: Date },
): Promise<boolean> {
  const count = await execute(db)`
    insert into partner_artifact as a (kind, id, payload, expires_at)
    values ('ReplayDetection', ${id}, '{}', ${expiresAt})
    on conflict (kind, id) do update set expires_at = excluded.expires_at where a.expires_at <= ${now}`
  return count > 0
}

/** Deletes the artifacts of the authorization server for the consents of a person: codes, tokens and library grants. */
export async function deleteArtifactsOfPerson(transaction: Transaction, personId: string): Promise<void> {
  await execute(transaction)`
    delete from partner_artifact a using partner_grant s
    where s.person_id = ${personId} and (a.grant_id = s.authorization_id or a.kind = 'Grant' and a.id = s.authorization_id)`
}

/** A delivery of a webhook. `earlier`: the results of the tries before the last one, newest first. */
export type WebhookDeliveryRow = Omit<PartnerDelivery, 'createdAt' | 'dueAt' | 'triedAt' | 'results'> & {
  createdAt: Date
  dueAt: Date
  triedAt: Date | null
  earlier: DeliveryAttemptResult[]
}

export type DeliveryPageQuery = { clientId: string; state: string | null; cursor: string | null; limit: number }

/**
 * Reads a page of a client's deliveries, newest first. `cursor` is the id of the last delivery of the previous page.
 */
export async function readDeliveryPage(
  db: Queryable,
  { clientId, state, cursor, limit }: DeliveryPageQuery,
): Promise<WebhookDeliveryRow[]> {
  return readRows<WebhookDeliveryRow>(db)`
    select ${deliveryColumns} from partner_delivery d
    join partner_endpoint p on p.id = d.endpoint_id left join partner_event e on e.id = d.event_id
    where p.client_id = ${clientId} and (${state}::text is null or d.state = ${state})
      and (
        ${cursor}::uuid is null
        or (d.created_at, d.id) < (select c.created_at, c.id from partner_delivery c where c.id = ${cursor})
      )
    order by d.created_at desc, d.id desc limit ${limit}`
}

const deliveryColumns = sql`
  d.id, d.endpoint_id as "endpointId", d.event_id as "eventId",
  coalesce(e.type, case when d.challenge is null then 'endpoint.test' else 'endpoint.challenge' end) as type,
  d.state, d.tries, d.created_at as "createdAt", d.due_at as "dueAt", d.tried_at as "triedAt", d.status, d.answer,
  d.earlier_results as earlier`

/**
 * Identifies a delivery. The client is part of the key, so that a client can find only deliveries to its own endpoints.
 */
export type WebhookDeliveryKey = { id: string; clientId: string }

export async function readWebhookDelivery(
  db: Queryable,
  { id, clientId }: WebhookDeliveryKey,
): Promise<WebhookDeliveryRow | null> {
  return readFirstRow<WebhookDeliveryRow>(db)`
    select ${deliveryColumns} from partner_delivery d
    join partner_endpoint p on p.id = d.endpoint_id left join partner_event e on e.id = d.event_id
    where d.id = ${id} and p.client_id = ${clientId}`
}

/**
 * Makes a delivery to an active endpoint due immediately, and permits all its tries again. Returns false if there is no
 * such delivery.
 */
export async function requeueWebhookDelivery(
  db: Queryable,
  { id, clientId }: WebhookDeliveryKey,
  now: Date,
): Promise<boolean> {
  const count = await execute(db)`
    update partner_delivery d set state = 'WAITING', tries = 0, due_at = ${now}
    from partner_endpoint p
    where d.id = ${id} and p.id = d.endpoint_id and p.client_id = ${clientId} and p.state = 'ACTIVE'`
  return count > 0
}
