import { accessInForceSql } from '#server/database/access-in-force.ts'
import { type Queryable, execute, readRows } from '#server/database/sql.ts'
import type { ReceiptKind } from '#contract/receipts.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { PersonalDataFileName } from './personal-data-file-names.ts'

/**
 * Sets the time zone of the transaction to UTC. Turns the idle timeout of the transaction off, because the file store
 * may accept the rows slowly.
 */
export async function prepareExportTransaction(transaction: Transaction): Promise<void> {
  await execute(transaction)`set local timezone = 'UTC'`
  await execute(transaction)`set local idle_in_transaction_session_timeout = 0`
}

type Row = { row: object }

/**
 * Reads the rows of one file of personal data, in most files the oldest first. Omits secrets and data about other
 * people. `now` (epoch ms) decides which access is in force.
 */
export async function readRowsOfPersonalDataFile(
  db: Queryable,
  { personId, now }: { personId: string; now: number },
  name: PersonalDataFileName,
): Promise<object[]> {
  const rows = await readersOfFiles[name](db, { personId, now })
  return rows.map(({ row }) => row)
}

/** A receipt of a consent that the person gave, with its signature. `at` is RFC 3339. */
export type PersonalReceipt = { id: string; kind: ReceiptKind; at: string; jws: string }

/** Reads the receipts of the consents of a person, the oldest first. */
export async function readPersonalReceipts(db: Queryable, personId: string): Promise<PersonalReceipt[]> {
  return readRows<PersonalReceipt>(db)`
    select id, kind, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, coalesce(jws, '') as jws
    from receipt where person_id = ${personId} and jws is not null order by receipt.at, id`
}

type PersonAtTime = { personId: string; now: number }

type FileReader = (db: Queryable, person: PersonAtTime) => Promise<Row[]>

/** The function that reads the rows of each file of personal data. */
const readersOfFiles: Readonly<Record<PersonalDataFileName, FileReader>> = {
  'account.json': (db, { personId }) => readRows<Row>(db)`
    select json_build_object('id', p.id, 'identityProvider', p.issuer, 'subject', p.subject, 'signInEmail', p.email,
      'signInEmailIsVerified', p.email_verified, 'confirmedEmail', p.confirmed_email, 'firstName', p.first_name,
      'lastName', p.last_name, 'contactEmail', p.contact_email, 'contactPhone', p.contact_phone,
      'phoneCountryCode', p.phone_country_code, 'country', p.country, 'createdAt', p.created_at,
      'erasedAt', p.erase_at,
      'verifiedEmail', v.address, 'verifiedAt', v.verified_at, 'codeSentTo', m.address, 'codeSentAt', m.sent_at)
      as row
    from person p left join verified_mail v on v.person_id = p.id left join mail_code m on m.person_id = p.id
    where p.id = ${personId}`,
  'terms.json': (db, { personId }) => readRows<Row>(db)`
    select json_build_object('version', version, 'locale', locale, 'acceptedAt', accepted_at) as row
    from terms_acceptance where person_id = ${personId} order by accepted_at, version`,
  'sessions.json': (db, { personId }) => readRows<Row>(db)`
    select json_build_object('session', left(encode(id_digest, 'hex'), 16), 'browser', browser, 'system', system,
      'signedInAt', created_at, 'lastUsedAt', renewed_at, 'expiresAt', expires_at) as row
    from session where person_id = ${personId} order by created_at, id_digest`,
  'browsers.json': (db, { personId }) => readRows<Row>(db)`
    select row from (
      select seen_at as at, json_build_object('kind', 'recognised', 'lastSignInAt', seen_at) as row
      from known_browser where person_id = ${personId}
      union all
      select created_at, json_build_object('kind', 'push', 'browser', browser, 'system', system,
        'service', substring(endpoint from '^https?://[^/]+'), 'addedAt', created_at)
      from push_subscription where person_id = ${personId}
    ) browser order by at`,
  'appliances.json': (db, { personId, now }) => readRows<Row>(db)`
    select json_build_object('id', g.id, 'serial', g.serial, 'type', g.type, 'applianceType', g.appliance_type,
      'brand', g.brand, 'name', c.name, 'addedAt', c.added_at, 'ownerSince', c.owner_since,
      'coOwnerSince', c.co_owner_since, 'until', c.ends_at,
      'address', case when a.gateway_id is not null and coalesce(c.owner_since, c.co_owner_since) is not null then
        json_build_object('street', a.street, 'postalCode', a.postal_code, 'city', a.city, 'country', a.country) end)
      as row
    from connection c join gateway g on g.id = c.gateway_id left join address a on a.gateway_id = g.id
    where c.person_id = ${personId} and ${accessInForceSql(now)} order by c.added_at, g.serial`,
  'invitations.json': (db, { personId }) => readRows<Row>(db)`
    select json_build_object('serial', g.serial, 'role', i.role, 'until', i.access_ends_at,
      'createdAt', i.created_at, 'expiresAt', i.expires_at, 'answer', i.answer,
      'sentByYou', i.invited_by = ${personId}, 'answeredByYou', coalesce(i.answered_by = ${personId}, false)) as row
    from access_invitation i join gateway g on g.id = i.gateway_id
    where i.invited_by = ${personId} or i.answered_by = ${personId} order by i.created_at, i.id`,
  'consents.json': (db, { personId }) => readRows<Row>(db)`
    select row from (
    select json_build_object('serial', g.serial, 'company', coalesce(o.name, s.url), 'companyType', k.company_type,
      'permission', k.permission, 'status', k.status, 'version', c.version, 'language', c.language,
      'givenAt', c.given_at, 'givenByYou', coalesce(c.given_by = ${personId}, false), 'endedAt', k.ended_at,
      'endedByYou', coalesce(k.ended_by = ${personId}, false)) as row, c.given_at as at, c.id::text as id
    from contract k join consent c on c.contract_id = k.id join gateway g on g.id = k.gateway_id
    left join company o on o.id = k.company_id left join support_company s on s.id = k.support_company_id
    where c.given_by = ${personId} or k.consented_by = ${personId} or k.ended_by = ${personId}
    union all
    select json_build_object('serial', g.serial, 'program', k.name, 'company', k.company_name, 'data', s.datatypes,
      'historyMonths', s.history_months, 'purpose', s.purpose, 'givenAt', s.created_at, 'givenByYou', true,
      'endsAt', s.ends_at, 'endedAt', s.ended_at), s.created_at, s.id::text
    from partner_grant s join partner_client k on k.id = s.client_id join gateway g on g.id = s.gateway_id
    where s.person_id = ${personId}
    ) as given order by at, id`,
  'settings-changes.json': (db, { personId }) => readRows<Row>(db)`
    select json_build_object('serial', g.serial, 'at', e.at, 'kind', e.kind) as row
    from service_event e join gateway g on g.id = e.gateway_id where e.person_id = ${personId} order by e.at, e.id`,
  'notifications.json': (db, { personId }) => readRows<Row>(db)`
    select json_build_object('at', n.created_at, 'readAt', n.read_at, 'event', n.event, 'serial', g.serial,
      'deliveries', (
        select coalesce(json_agg(json_build_object('channel', d.channel, 'address', d.address, 'state', d.state,
          'createdAt', d.created_at, 'endedAt', d.ended_at, 'answer', d.last_answer) order by d.created_at), '[]')
        from outbox d where d.notice_id = n.id)) as row
    from notice n left join gateway g on g.id = n.gateway_id
    where n.person_id = ${personId} order by n.created_at, n.id`,
  'notification-settings.json': (db, { personId }) => readRows<Row>(db)`
    select row from (
      select json_build_object('appliance', null, 'choices', choices, 'quietHours', quiet_hours,
        'pausedUntil', paused_until, 'language', language) as row, '' as serial
      from notice_settings where person_id = ${personId}
      union all
      select json_build_object('appliance', g.serial, 'choices', c.choices), g.serial
      from notice_choice c join gateway g on g.id = c.gateway_id where c.person_id = ${personId}
      union all
      select json_build_object('appliance', g.serial, 'awaitsEndOf', t.trouble), g.serial
      from open_trouble t join gateway g on g.id = t.gateway_id where t.person_id = ${personId}
    ) setting order by serial`,
  'exports.json': (db, { personId }) => readRows<Row>(db)`
    select json_build_object('requestedAt', e.created_at, 'serial', g.serial, 'from', e.from_day, 'to', e.to_day,
      'files', (
        select json_agg(json_build_object('source', f.source, 'name', f.name, 'state', f.state, 'bytes', f.bytes,
          'readyAt', f.ready_at, 'expiresAt', f.expires_at) order by f.source)
        from data_export_file f where f.export_id = e.id)) as row
    from data_export e left join gateway g on g.id = e.gateway_id
    where e.person_id = ${personId} order by e.created_at, e.id`,
  'activity.json': (db, { personId }) => readRows<Row>(db)`
    select json_build_object('at', at, 'actor', actor, 'action', action, 'serial', coalesce(a.serial, g.serial),
      'session', session, 'outcome', outcome, 'networkAddress', address, 'details', details - 'person',
      'name', case when a.person_id = ${personId} then person_name else other_name end,
      'byYou', coalesce(a.person_id = ${personId}, false), 'count', count) as row
    from audit a left join gateway g on g.id = a.gateway_id
    where a.person_id = ${personId} or (a.details ? 'person' and a.details ->> 'person' = ${personId}::text)
    order by a.at, a.id`,
}
