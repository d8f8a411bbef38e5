import type { GrantableRole } from '#contract/access-role.ts'
import type { FormerCompany } from '#contract/access.ts'
import type { CompanyType } from '#contract/service-contract.ts'
import type { ApplianceType } from '#contract/appliance.ts'
import type { Holder } from '#server/appliances/store.ts'
import { accessInForceSql } from '#server/database/access-in-force.ts'
import { type Queryable, execute, readFirstRow, readRequiredRow, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

/** The names that a person has entered; null if the person has not entered them. */
export type PersonNames = { firstName: string | null; lastName: string | null }

/**
 * A holder with their names. `lastSeen`: the time of the last session renewal, or of the last recorded view under the
 * present owner if that is later. The view is needed because a session may have been deleted.
 */
export type NamedHolder = Omit<Holder, 'faultsSince'> & PersonNames & { lastSeen: Date | null }

/** Reads everybody who has access to the gateway at `now` (epoch ms), the owner first. */
export async function readNamedHolders(db: Queryable, gatewayId: string, now: number): Promise<NamedHolder[]> {
  return readRows<NamedHolder>(db)`
    select c.person_id as "personId", c.added_at as "addedAt", c.owner_since as "ownerSince",
      c.co_owner_since as "coOwnerSince", c.ends_at as "endsAt", p.first_name as "firstName", p.last_name as "lastName",
      greatest(
        (select max(s.renewed_at) from session s where s.person_id = p.id),
        (select max(a.at) from audit a
         where a.gateway_id = c.gateway_id and a.person_id = p.id and a.action in ('values-viewed', 'history-viewed')
           and a.at >= all (select o.owner_since from connection o
                            where o.gateway_id = c.gateway_id and o.owner_since is not null))
      ) as "lastSeen"
    from connection c join person p on p.id = c.person_id
    where c.gateway_id = ${gatewayId} and ${accessInForceSql(now)}
    order by c.owner_since is null, c.added_at, c.person_id`
}

/** A company whose contract is pending or active. `since`: the first consent to the contract. */
export type CompanyWithContract = { companyType: CompanyType; name: string; since: Date }

export async function readCompaniesWithContract(db: Queryable, gatewayId: string): Promise<CompanyWithContract[]> {
  return readRows<CompanyWithContract>(db)`
    select k.company_type as "companyType", coalesce(o.name, s.url) as name, k.created_at as since
    from contract k
    left join company o on o.id = k.company_id left join support_company s on s.id = k.support_company_id
    where k.gateway_id = ${gatewayId} and k.ended_at is null and k.status <> 'DECLINED' order by k.company_type desc`
}

/** An open invitation, with the names of the person who created it. */
export type StoredInvitation = PersonNames & {
  id: string
  role: GrantableRole
  accessEndsAt: Date | null
  createdAt: Date
  expiresAt: Date
}

/**
 * Returns the condition that row `i` of table `access_invitation` is open at `now` (epoch ms). The invitation is
 * neither answered nor expired, the access it grants has not ended, and the person who created it is still the owner
 * or a co-owner.
 */
const isOpen = (now: number) => sql`
  i.answer is null and i.expires_at > ${new Date(now)}::timestamptz
  and (i.access_ends_at is null or i.access_ends_at > ${new Date(now)}::timestamptz)
  and exists (
    select from connection c
    where c.gateway_id = i.gateway_id and c.person_id = i.invited_by
      and (c.owner_since is not null or c.co_owner_since is not null) and ${accessInForceSql(now)}
  )`

export async function readOpenInvitations(db: Queryable, gatewayId: string, now: number): Promise<StoredInvitation[]> {
  return readRows<StoredInvitation>(db)`
    select i.id, i.role, i.access_ends_at as "accessEndsAt", i.created_at as "createdAt", i.expires_at as "expiresAt",
      p.first_name as "firstName", p.last_name as "lastName"
    from access_invitation i join person p on p.id = i.invited_by
    where i.gateway_id = ${gatewayId} and ${isOpen(now)} order by i.created_at, i.id`
}

/**
 * Returns the number of invitations that this person has created since `since`. Another transaction that calls this
 * function for the same person waits until this transaction ends.
 */
export async function lockAndCountInvitationsSince(
  transaction: Transaction,
  { personId, since }: { personId: string; since: Date },
): Promise<number> {
  await execute(transaction)`
    select pg_advisory_xact_lock(hashtextextended('gateway-portal invitations of ' || ${personId}, 0))`
  const { count } = await readRequiredRow<{ count: number }>(transaction)`
    select count(*)::int as count from access_invitation where invited_by = ${personId} and created_at > ${since}`
  return count
}

export type NewInvitation = {
  gatewayId: string
  tokenDigest: Buffer
  role: GrantableRole
  accessEndsAt: Date | null
  invitedBy: string
  createdAt: Date
  expiresAt: Date
}

/** Inserts an invitation and returns its id. */
export async function insertInvitation(transaction: Transaction, invitation: NewInvitation): Promise<string> {
  const { gatewayId, tokenDigest, role, accessEndsAt, invitedBy, createdAt, expiresAt } = invitation
  const { id } = await readRequiredRow<{ id: string }>(transaction)`
    insert into access_invitation
      (gateway_id, token_digest, role, access_ends_at, invited_by, created_at, expires_at)
    values (${gatewayId}, ${tokenDigest}, ${role}, ${accessEndsAt}, ${invitedBy}, ${createdAt}, ${expiresAt})
    returning id`
  return id
}

type WantedInvitation = { gatewayId: string; invitationId: string; now: number }

/**
 * Ends an open invitation and returns the role and end of the access it would have granted. Returns null if the
 * invitation is not open.
 */
export async function endInvitation(
  transaction: Transaction,
  { gatewayId, invitationId, now, answer }: WantedInvitation & { answer: 'cancelled' | 'replaced' },
): Promise<{ role: GrantableRole; accessEndsAt: Date | null } | null> {
  return readFirstRow<{ role: GrantableRole; accessEndsAt: Date | null }>(transaction)`
    update access_invitation i set answer = ${answer}
    where i.id = ${invitationId} and i.gateway_id = ${gatewayId} and ${isOpen(now)}
    returning i.role, i.access_ends_at as "accessEndsAt"`
}

/**
 * The columns that the links of invitations and hand-overs share. The names are those of the person who sent the
 * link.
 */
export type StoredAccessLink = PersonNames & {
  id: string
  gatewayId: string
  expiresAt: Date
  isOpen: boolean
  answer: string | null
  answeredBy: string | null
  applianceType: ApplianceType
  city: string | null
}

export type StoredInvitationLink = StoredAccessLink & { role: GrantableRole; accessEndsAt: Date | null }

/**
 * Finds an invitation by the digest of its token, even if the invitation is no longer open. Null if no invitation has
 * this digest.
 */
export async function findInvitationByToken(
  db: Queryable,
  { tokenDigest, now }: { tokenDigest: Buffer; now: number },
): Promise<StoredInvitationLink | null> {
  return readFirstRow<StoredInvitationLink>(db)`
    select i.id, i.gateway_id as "gatewayId", i.role, i.access_ends_at as "accessEndsAt",
      i.expires_at as "expiresAt", ${isOpen(now)} as "isOpen", i.answer, i.answered_by as "answeredBy",
      p.first_name as "firstName", p.last_name as "lastName", g.appliance_type as "applianceType", a.city
    from access_invitation i join person p on p.id = i.invited_by
    join gateway g on g.id = i.gateway_id left join address a on a.gateway_id = i.gateway_id
    where i.token_digest = ${tokenDigest}`
}

export async function saveInvitationAnswer(
  transaction: Transaction,
  { id, answer, personId }: { id: string; answer: 'accepted' | 'declined'; personId: string },
): Promise<void> {
  await execute(transaction)`
    update access_invitation set answer = ${answer}, answered_by = ${personId} where id = ${id}`
}

/** Deletes invitations that expired before `moment`. Returns their number. */
export async function deleteInvitationsExpiredBefore(db: Queryable, moment: Date): Promise<number> {
  return execute(db)`delete from access_invitation where expires_at < ${moment}`
}

/**
 * The new access of a co-owner or viewer. `coOwnerSince` is null for a viewer; `endsAt` is null if the access has no
 * end.
 */
export type AccessUpdate = {
  gatewayId: string
  personId: string
  coOwnerSince: Date | null
  endsAt: Date | null
}

/** Changes the access of a co-owner or viewer. A person who becomes a viewer loses their exports. */
export async function updateAccess(transaction: Transaction, change: AccessUpdate): Promise<void> {
  const { gatewayId, personId, coOwnerSince, endsAt } = change
  await execute(transaction)`
    update connection set co_owner_since = ${coOwnerSince}, ends_at = ${endsAt}
    where gateway_id = ${gatewayId} and person_id = ${personId} and owner_since is null`
  if (coOwnerSince !== null) return
  await execute(transaction)`delete from data_export where gateway_id = ${gatewayId} and person_id = ${personId}`
}

/** An appliance, and the person who has lost or is losing its ownership. */
type Owned = { gatewayId: string; personId: string }

/**
 * Separates the ready files of an owner's exports from the appliance, so that the person can download them until they
 * expire. Deletes the other files of these exports. Specification 26.7.
 */
export async function detachReadyAndDeleteOtherExports(
  transaction: Transaction,
  { gatewayId, personId }: Owned,
): Promise<void> {
  await execute(transaction)`
    delete from data_export_file f using data_export e
    where e.id = f.export_id and e.gateway_id = ${gatewayId} and e.person_id = ${personId} and f.state <> 'READY'`
  await execute(transaction)`
    update data_export e set gateway_id = null, brand = (select brand from gateway where id = ${gatewayId})
    where e.gateway_id = ${gatewayId} and e.person_id = ${personId}
      and exists (select from data_export_file f where f.export_id = e.id)`
}

/** Reads the companies whose contracts ended at exactly this time. Omits companies that had declined. */
export async function readCompaniesOfContractsEndedAt(
  transaction: Transaction,
  { gatewayId, endedAt }: { gatewayId: string; endedAt: Date },
): Promise<FormerCompany[]> {
  return readRows<FormerCompany>(transaction)`
    select k.company_type as "companyType", coalesce(k.company_id, k.support_company_id) as "companyId",
      coalesce(o.name, s.url) as name
    from contract k
    left join company o on o.id = k.company_id left join support_company s on s.id = k.support_company_id
    where k.gateway_id = ${gatewayId} and k.ended_at = ${endedAt} and k.status <> 'DECLINED'
    order by k.company_type desc`
}
