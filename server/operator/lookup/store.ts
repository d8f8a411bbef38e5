import type { AccessRole } from '#contract/access-role.ts'
import { type Queryable, readFirstRow, readRequiredRow, readRows, sql } from '#server/database/sql.ts'

export type PersonRow = {
  id: string
  issuer: string
  subject: string
  country: string | null
  createdAt: Date
  email: string | null
  isEmailVerified: boolean
  contactEmail: string | null
  verifiedAddress: string | null
  terms: string | null
  sessions: number
  pushBrowsers: number
  mailIsPaused: boolean
  settings: unknown
}

/**
 * Finds the people with this id or email address. An email address can be the sign-in address, the contact email or a
 * verified address.
 */
export async function findPeopleByIdOrEmail(db: Queryable, idOrEmail: string): Promise<PersonRow[]> {
  const email = idOrEmail.toLowerCase()
  return readRows<PersonRow>(db)`
    select p.id, p.issuer, p.subject, p.country, p.created_at as "createdAt", p.email,
      p.email_verified as "isEmailVerified", p.contact_email as "contactEmail", v.address as "verifiedAddress",
      (select version from terms_acceptance t where t.person_id = p.id order by accepted_at desc limit 1) as terms,
      (select count(*)::int from session s where s.person_id = p.id) as sessions,
      (select count(*)::int from push_subscription b where b.person_id = p.id) as "pushBrowsers",
      exists (select from mail_pause) as "mailIsPaused",
      (select jsonb_build_object('choices', s.choices, 'quietHours', s.quiet_hours, 'pausedUntil', s.paused_until)
       from notice_settings s where s.person_id = p.id) as settings
    from person p left join verified_mail v on v.person_id = p.id
    where p.id::text = ${email} or lower(p.email) = ${email} or lower(p.contact_email) = ${email}
      or lower(v.address) = ${email}
    order by p.created_at, p.id limit 20`
}

/**
 * A role of a person for an appliance. `endsAt`: the time when the access ends, or null if it has no end. The time may
 * be in the past if the access has just ended.
 */
type HeldRole = { role: AccessRole; addedAt: Date; endsAt: Date | null }

const heldRole = sql`
  case when c.owner_since is not null then 'OWNER' when c.co_owner_since is not null then 'CO_OWNER' else 'VIEWER' end
    as role,
  c.added_at as "addedAt", c.ends_at as "endsAt"`

export type HeldAppliance = HeldRole & { gatewayId: string; serial: string }

export async function readAppliancesOfPerson(db: Queryable, personId: string): Promise<HeldAppliance[]> {
  return readRows<HeldAppliance>(db)`
    select g.id as "gatewayId", g.serial, ${heldRole}
    from connection c join gateway g on g.id = c.gateway_id where c.person_id = ${personId} order by c.added_at, g.serial`
}

export type DeliveryRow = {
  at: Date
  kind: string
  serial: string | null
  channel: string | null
  state: string | null
  tries: number | null
  dueAt: Date | null
  endedAt: Date | null
  lastAnswer: string | null
}

/**
 * Reads the latest notices and emails to a person, with the outcome on each channel. `channel` is null for a notice
 * that only the portal shows.
 */
export async function readDeliveriesToPerson(db: Queryable, personId: string, limit: number): Promise<DeliveryRow[]> {
  return readRows<DeliveryRow>(db)`
    select coalesce(n.created_at, o.created_at) as at, coalesce(n.event->>'kind', case when o.link is null then 'verification-code' else 'access-link' end) as kind, g.serial,
      o.channel, o.state, o.tries, o.due_at as "dueAt", o.ended_at as "endedAt", o.last_answer as "lastAnswer"
    from (select * from notice where person_id = ${personId} order by created_at desc limit ${limit}) as n
    full join (select * from outbox where person_id = ${personId} order by created_at desc limit ${limit}) as o
      on o.notice_id = n.id
    left join gateway g on g.id = n.gateway_id
    order by 1 desc, o.channel limit ${limit}`
}

export type LookedUpGateway = {
  id: string
  serial: string
  type: string
  applianceType: string
  brand: string
  registeredAt: Date
  status: string | null
  reported: string | null
  since: Date | null
  reportedAt: Date | null
  lastSeenAt: Date | null
  faultCode: string | null
}

export async function findGatewayBySerial(db: Queryable, serial: string): Promise<LookedUpGateway | null> {
  return readFirstRow<LookedUpGateway>(db)`
    select g.id, g.serial, g.type, g.appliance_type as "applianceType", g.brand, g.registered_at as "registeredAt",
      s.status, s.reported, s.since, s.reported_at as "reportedAt", s.last_seen_at as "lastSeenAt",
      s.fault_code as "faultCode"
    from gateway g left join gateway_status s on s.gateway_id = g.id where g.serial = ${serial}`
}

export type PersonWithAccessRow = HeldRole & { personId: string }

export async function readPeopleWithAccess(db: Queryable, gatewayId: string): Promise<PersonWithAccessRow[]> {
  return readRows<PersonWithAccessRow>(db)`
    select c.person_id as "personId", ${heldRole}
    from connection c where c.gateway_id = ${gatewayId} order by c.added_at, c.person_id`
}

export type ContractRow = { id: string; party: string; status: string; createdAt: Date; endedAt: Date | null }

export async function readContractsOfGateway(db: Queryable, gatewayId: string): Promise<ContractRow[]> {
  return readRows<ContractRow>(db)`
    select k.id, coalesce(p.name, s.url, '') as party, k.status, k.created_at as "createdAt", k.ended_at as "endedAt"
    from contract k left join company p on p.id = k.company_id left join support_company s on s.id = k.support_company_id
    where k.gateway_id = ${gatewayId} order by k.created_at desc, k.id limit 20`
}

export type FaultChangeRow = { at: Date; code: string | null; severity: string | null }

export async function readLatestFaultChanges(db: Queryable, gatewayId: string): Promise<FaultChangeRow[]> {
  return readRows<FaultChangeRow>(db)`
    select at, code, severity from fault_change where gateway_id = ${gatewayId} order by at desc, id desc limit 10`
}

export type RefusalCount = { action: string; outcome: string; count: number; last: Date }

/** Counts the refused requests about an appliance since `since`, by action and outcome. */
export async function countRefusalsOfGateway(
  db: Queryable,
  { gatewayId, serial, since }: { gatewayId: string; serial: string; since: Date },
): Promise<RefusalCount[]> {
  return readRows<RefusalCount>(db)`
    select action, outcome, sum(count)::int as count, max(at) as last from audit
    where (gateway_id = ${gatewayId} or serial = ${serial}) and at >= ${since}
      and outcome not in ('done', 'repeated', 'broken-off', 'begun')
    group by action, outcome order by 4 desc`
}

/**
 * The subject of audit records: ids of people, the id of a gateway, or a serial number. The other fields are empty or
 * null.
 */
export type AuditSubject = { personIds: readonly string[]; gatewayId: string | null; serial: string | null }

export type AuditRecordRow = {
  at: Date
  actor: string
  personId: string | null
  operator: string | null
  session: string | null
  action: string
  gatewayId: string | null
  serial: string | null
  details: object
  personName: string | null
  otherName: string | null
  outcome: string
  requestId: string | null
  address: string | null
  count: number
}

/**
 * Reads the latest audit records about a subject, newest first, at most `limit`. If `since` is not null, omits
 * earlier records.
 */
export async function readAuditRecordsAbout(
  db: Queryable,
  { personIds, gatewayId, serial }: AuditSubject,
  { since, limit }: { since: Date | null; limit: number },
): Promise<AuditRecordRow[]> {
  return readRows<AuditRecordRow>(db)`
    select at, actor, person_id as "personId", operator, session, action, gateway_id as "gatewayId", serial, details,
      person_name as "personName", other_name as "otherName", outcome, request_id as "requestId", address, count
    from audit
    where (person_id = any (${personIds}::uuid[]) or gateway_id = ${gatewayId}::uuid or serial = ${serial}::text)
      and (${since}::timestamptz is null or at >= ${since})
    order by at desc, id desc limit ${limit}`
}

/** Whether there are audit records about a person with this id, who may have been erased. */
export async function hasAuditRecords(db: Queryable, personId: string): Promise<boolean> {
  const { found } = await readRequiredRow<{ found: boolean }>(db)`
    select exists (select from audit where person_id = ${personId}::uuid) as found`
  return found
}
