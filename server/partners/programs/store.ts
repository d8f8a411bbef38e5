import type { ApplianceType } from '#contract/appliance.ts'
import type { ProgramState } from '#contract/programs.ts'
import type { PublicKeySet } from '#contract/client-public-keys.ts'
import { type Queryable, execute, readFirstRow, readRequiredRow, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

export type StoredProgram = {
  id: string
  name: string
  contactEmail: string
  redirectUris: string[]
  isPublic: boolean
  jwks: PublicKeySet | null
  state: ProgramState
  companyName: string | null
  registerNumber: string | null
  country: string | null
  createdAt: Date
}

const columns = sql`
  id, name, contact_email as "contactEmail", redirect_uris as "redirectUris", secret_digest is null as "isPublic", jwks, state,
  company_name as "companyName", register_number as "registerNumber", country, created_at as "createdAt"`

/** Reads the programs that a person registered, newest first. */
export async function readProgramsOfDeveloper(db: Queryable, developerId: string): Promise<StoredProgram[]> {
  return readRows<StoredProgram>(db)`
    select ${columns} from partner_client where developer_id = ${developerId} order by created_at desc, id`
}

type OwnProgram = { programId: string; developerId: string }

/**
 * Locks a program until the transaction ends, and returns it. Returns null if the person has not registered such a
 * program.
 */
export async function lockProgramOfDeveloper(
  transaction: Transaction,
  { programId, developerId }: OwnProgram,
): Promise<StoredProgram | null> {
  return readFirstRow<StoredProgram>(transaction)`
    select ${columns} from partner_client where id = ${programId} and developer_id = ${developerId} for update`
}

/** Whether the person registered the program. */
export async function isProgramOfDeveloper(db: Queryable, { programId, developerId }: OwnProgram): Promise<boolean> {
  const row = await readFirstRow<{ id: string }>(db)`
    select id from partner_client where id = ${programId} and developer_id = ${developerId}`
  return row !== null
}

/**
 * Counts the programs of a person. Locks the person's row, because simultaneous registrations must count each other.
 */
export async function lockDeveloperAndCountPrograms(transaction: Transaction, developerId: string): Promise<number> {
  await execute(transaction)`select from person where id = ${developerId} for no key update`
  const { count } = await readRequiredRow<{ count: number }>(transaction)`
    select count(*)::int as count from partner_client where developer_id = ${developerId}`
  return count
}

export async function setRedirectUris(
  transaction: Transaction,
  programId: string,
  uris: readonly string[],
): Promise<void> {
  await execute(transaction)`update partner_client set redirect_uris = ${[...uris]} where id = ${programId}`
}

/**
 * The credentials of a confidential program. It signs in by its secret, or by the keys `jwks` if these are not null.
 */
export type ProgramCredentials = { secretDigest: Buffer; jwks: PublicKeySet | null }

export async function setProgramCredentials(
  transaction: Transaction,
  programId: string,
  { secretDigest, jwks }: ProgramCredentials,
): Promise<void> {
  const stored = jwks && JSON.stringify(jwks)
  await execute(transaction)`
    update partner_client set secret_digest = ${secretDigest}, jwks = ${stored} where id = ${programId}`
}

type Company = { name: string; registerNumber: string; country: string }

/** Stores the company of a program, and sets the state in which the program waits for the operator. */
export async function storeApprovalRequest(
  transaction: Transaction,
  programId: string,
  { name, registerNumber, country }: Company,
): Promise<void> {
  await execute(transaction)`
    update partner_client set state = 'requested', company_name = ${name}, register_number = ${registerNumber},
      country = ${country}
    where id = ${programId}`
}

export async function deleteProgram(transaction: Transaction, programId: string): Promise<void> {
  await execute(transaction)`delete from partner_client where id = ${programId}`
}

/** Deletes the programs of a developer. Keeps approved programs, because their company stays responsible for them. */
export async function deleteUnapprovedPrograms(transaction: Transaction, developerId: string): Promise<void> {
  await execute(transaction)`delete from partner_client where developer_id = ${developerId} and state <> 'approved'`
}

/** Reads the ids of the gateways that people share with a program by open grants. */
export async function readSharedGatewayIds(db: Queryable, programId: string): Promise<string[]> {
  const rows = await readRows<{ id: string }>(db)`
    select g.id from gateway g
    where g.id in (select gateway_id from partner_grant where client_id = ${programId} and ended_at is null)
    order by g.id`
  return rows.map(({ id }) => id)
}

export async function insertTestAppliance(
  transaction: Transaction,
  programId: string,
  { name, type, since }: { name: string; type: ApplianceType; since: Date },
): Promise<void> {
  await execute(transaction)`
    insert into partner_test_appliance (client_id, name, appliance_type, status, since)
    values (${programId}, ${name}, ${type}, 'WORKING', ${since})`
}

/**
 * Locks a program of any developer until the transaction ends, and returns it. Returns null if no program has this
 * id.
 */
export async function lockProgramById(transaction: Transaction, programId: string): Promise<StoredProgram | null> {
  return readFirstRow<StoredProgram>(transaction)`
    select ${columns} from partner_client where id = ${programId} for update`
}

export async function countProgramsByState(db: Queryable): Promise<{ state: ProgramState; count: number }[]> {
  return readRows<{ state: ProgramState; count: number }>(db)`
    select state, count(*)::int as count from partner_client group by state`
}

/** Stores the operator's decision. A job later notifies the developer of it. */
export async function storeProgramDecision(
  transaction: Transaction,
  programId: string,
  { state, reason, now }: { state: ProgramState; reason: string | null; now: Date },
): Promise<void> {
  await execute(transaction)`
    update partner_client set state = ${state}, decided_at = ${now}, decision_reason = ${reason},
      needs_decision_notice = true
    where id = ${programId}`
}

/** A decision for a developer who has not been notified of it. */
export type UnnotifiedDecision = {
  id: string
  developerId: string
  name: string
  state: 'approved' | 'refused' | 'suspended'
  reason: string | null
  decidedAt: Date
}

/** Marks decisions as notified. Returns the decisions of developers who have an account. */
export async function markDecisionsAsNotified(transaction: Transaction, limit: number): Promise<UnnotifiedDecision[]> {
  return readRows<UnnotifiedDecision>(transaction)`
    with decided as (
      select id from partner_client where needs_decision_notice order by decided_at limit ${limit} for update skip locked
    ), notified as (
      update partner_client k set needs_decision_notice = false from decided d where k.id = d.id returning k.*
    )
    select id, developer_id as "developerId", name, state, decision_reason as reason, decided_at as "decidedAt"
    from notified
    where developer_id is not null and decided_at is not null and state in ('approved', 'refused', 'suspended')`
}
