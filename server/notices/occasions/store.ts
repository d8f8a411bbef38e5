import type { ExportFailure } from '#contract/export-states.ts'
import type { CompanyType } from '#contract/service-contract.ts'
import { type Queryable, readRows, sql } from '#server/database/sql.ts'

/** A person to notify about an appliance. */
type PendingNotice = { personId: string; gatewayId: string; brand: string }

/** The person to notify about their export. `gatewayId`: null if the export has all data about the person. */
type PendingExportNotice = Omit<PendingNotice, 'gatewayId'> & { gatewayId: string | null }

export type AnsweredContract = PendingNotice & {
  contractId: string
  companyType: CompanyType
  company: string
  isAccepted: boolean
}

/**
 * SQL for whether the person is the owner or a co-owner. The condition also includes a co-owner whose access has ended;
 * `insertNotices` omits that person.
 */
const isEditor = sql`(editor.owner_since is not null or editor.co_owner_since is not null)`

const joinEditors = sql`
  join gateway g on g.id = o.gateway_id
  join connection editor on editor.gateway_id = o.gateway_id and ${isEditor}`

const dedupeKey = (kind: string, id: unknown) => sql`
  and not exists (
    select from notice n where n.person_id = editor.person_id and n.dedupe = ${kind} || ' ' || ${id})`

/**
 * Reads contracts that a company has answered since `since`: one row for the owner and each co-owner who has no notice
 * about the answer yet.
 */
export async function findAnsweredContracts(db: Queryable, since: Date): Promise<AnsweredContract[]> {
  return readRows<AnsweredContract>(db)`
    select editor.person_id as "personId", o.gateway_id as "gatewayId", g.brand, o.id as "contractId",
      o.company_type as "companyType", coalesce(c.name, s.url) as company, o.status = 'ACTIVE' as "isAccepted"
    from contract o ${joinEditors}
    left join company c on c.id = o.company_id left join support_company s on s.id = o.support_company_id
    where o.answered_at > ${since} and o.answered_at >= coalesce(editor.owner_since, editor.added_at) and o.ended_at is null
      ${dedupeKey('contract-answered', sql`o.id`)}`
}

export type OutdatedConsent = PendingNotice & { contractId: string; companyType: CompanyType; company: string }

/**
 * Reads active contracts with a consent to another version than `version`: one row for the owner and each co-owner who
 * has no notice about this version yet.
 */
export async function findOutdatedConsents(db: Queryable, version: string): Promise<OutdatedConsent[]> {
  return readRows<OutdatedConsent>(db)`
    select editor.person_id as "personId", o.gateway_id as "gatewayId", g.brand, o.id as "contractId",
      o.company_type as "companyType", coalesce(c.name, s.url) as company
    from contract o ${joinEditors}
    left join company c on c.id = o.company_id left join support_company s on s.id = o.support_company_id
    where o.ended_at is null and o.status <> 'DECLINED' and o.consent_version <> ${version}
      ${dedupeKey('consent-changed', sql`o.id || ' ' || ${version}`)}`
}

/**
 * Joins the appliance of an export and the person's connection to it. An export of all data about a person has no
 * appliance and no connection.
 */
const joinRequester = sql`
  left join gateway g on g.id = o.gateway_id
  left join connection editor on editor.gateway_id = o.gateway_id and editor.person_id = o.person_id`

const hasNoNotice = (kind: string) => sql`
  (o.gateway_id is null or ${isEditor})
  and not exists (
    select from notice n where n.person_id = o.person_id and n.dedupe = ${kind} || ' ' || o.id)`

export type FinishedExport = PendingExportNotice & {
  exportId: string
  expiresAt: Date | null
  reason: ExportFailure | null
}

/**
 * Reads exports that were finished or failed since `since`, and about whose end there is no notice. `keptMs`: the
 * milliseconds for which a ready file is stored. Omits exports of an earlier owner, who was notified while they had the
 * appliance.
 */
export async function findFinishedExports(
  db: Queryable,
  { since, keptMs }: { since: Date; keptMs: number },
): Promise<FinishedExport[]> {
  const expiresAfter = new Date(since.getTime() + keptMs)
  return readRows<FinishedExport>(db)`
    select o.person_id as "personId", o.gateway_id as "gatewayId", coalesce(g.brand, o.brand) as brand, o.id as "exportId",
      min(f.expires_at) as "expiresAt", min(f.reason) as reason
    from data_export o ${joinRequester}
    join data_export_file f on f.export_id = o.id
    where o.id in (
        select export_id from data_export_file where state = 'READY' and expires_at > ${expiresAfter}
        union select export_id from data_export_file where state = 'ERROR')
      and o.created_at > ${since} and ${hasNoNotice('export-made')}
      and (o.gateway_id is not null or o.sources = '{PERSON}')
    group by o.id, g.id
    having bool_and(f.state <> 'NOT_READY')`
}

export type ExpiringExport = PendingExportNotice & { exportId: string; expiresAt: Date }

/** Reads exports whose files expire between `from` and `until`, and about whose expiry there is no notice. */
export async function findExpiringExports(
  db: Queryable,
  { from, until }: { from: Date; until: Date },
): Promise<ExpiringExport[]> {
  return readRows<ExpiringExport>(db)`
    select o.person_id as "personId", o.gateway_id as "gatewayId", coalesce(g.brand, o.brand) as brand, o.id as "exportId",
      min(f.expires_at) as "expiresAt"
    from data_export_file f
    join data_export o on o.id = f.export_id
    ${joinRequester}
    where f.state = 'READY' and f.expires_at > ${from} and f.expires_at <= ${until}
      and ${hasNoNotice('export-expires')}
    group by o.id, g.id`
}
