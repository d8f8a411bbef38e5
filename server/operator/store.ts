import type { ProgramState } from '#contract/programs.ts'
import type { ContractStatus } from '#contract/provider.ts'
import { type Queryable, execute, readFirstRow, readRequiredRow, readRows } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { CompanyRow, SupportCompanyRow } from './companies-file.ts'
import type { CataloguedFault, FaultCatalogueRow } from './faults-file.ts'
import type { GatewayRow } from './gateways-file.ts'

export type RegistryEntry = Pick<GatewayRow, 'serial' | 'type' | 'applianceType' | 'brand'> & {
  claimDigest: Buffer
  deviceKeyDigest: Buffer
}

/** Inserts gateways. If a gateway exists, updates its codes, device key, type and brand; its owner does not change. */
export async function upsertGateways(db: Queryable, entries: readonly RegistryEntry[]): Promise<void> {
  await execute(db)`
    insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
    select * from unnest(
      ${entries.map(({ serial }) => serial)}::text[],
      ${entries.map(({ type }) => type)}::text[],
      ${entries.map(({ applianceType }) => applianceType)}::text[],
      ${entries.map(({ brand }) => brand)}::text[],
      ${entries.map(({ claimDigest }) => claimDigest)}::bytea[],
      ${entries.map(({ deviceKeyDigest }) => deviceKeyDigest)}::bytea[])
    on conflict (serial) do update set type = excluded.type, appliance_type = excluded.appliance_type,
      brand = excluded.brand, claim_digest = excluded.claim_digest, device_key_digest = excluded.device_key_digest`
}

export async function upsertCompanies(db: Queryable, companies: readonly CompanyRow[]): Promise<void> {
  await execute(db)`
    insert into company (id, name, email, phone, street, postal_code, city, country, brands, accepts_automatically,
      return_addresses)
    select (c->>'id')::uuid, c->>'name', c->>'email', c->>'phone',
      array(select jsonb_array_elements_text(c->'street')), c->>'postalCode', c->>'city', c->>'country',
      array(select jsonb_array_elements_text(c->'brands')), (c->>'acceptsAutomatically')::boolean,
      array(select jsonb_array_elements_text(c->'returnAddresses'))
    from jsonb_array_elements(${JSON.stringify(companies.map(withStreet))}::jsonb) as c
    on conflict (id) do update set name = excluded.name, email = excluded.email, phone = excluded.phone,
      street = excluded.street, postal_code = excluded.postal_code, city = excluded.city, country = excluded.country,
      brands = excluded.brands, accepts_automatically = excluded.accepts_automatically,
      return_addresses = excluded.return_addresses`
}

function withStreet({ street1, street2, ...company }: CompanyRow): object {
  return { ...company, street: street2 === null ? [street1] : [street1, street2] }
}

export async function upsertSupportCompanies(db: Queryable, companies: readonly SupportCompanyRow[]): Promise<void> {
  await execute(db)`
    insert into support_company (id, country, brand, url)
    select (c->>'id')::uuid, c->>'country', c->>'brand', c->>'url'
    from jsonb_array_elements(${JSON.stringify(companies)}::jsonb) as c
    on conflict (id) do update set country = excluded.country, brand = excluded.brand, url = excluded.url`
}

/** Replaces the stored texts of these fault codes. The texts of other codes stay unchanged. */
export async function replaceFaultDescriptions(
  transaction: Transaction,
  faults: readonly CataloguedFault[],
): Promise<void> {
  await execute(transaction)`delete from fault_description where code = any (${faults.map(({ code }) => code)})`
  const rows = faults.flatMap((fault): readonly FaultCatalogueRow[] => fault.rows)
  await execute(transaction)`
    insert into fault_description (code, language, severity, emergency, title, meaning, heating, self_help, call)
    select f->>'code', f->>'language', f->>'severity', (f->>'emergency')::boolean, f->>'title', f->>'meaning',
      f->>'heating', array(select jsonb_array_elements_text(f->'selfHelp')), f->>'call'
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as f`
}

/** Whether any code of the stored catalogue is an emergency. */
export async function hasEmergencyFault(db: Queryable): Promise<boolean> {
  const { found } = await readRequiredRow<{ found: boolean }>(db)`
    select exists (select from fault_description where emergency) as found`
  return found
}

export type StoredContract = { gatewayId: string; status: ContractStatus; hasEnded: boolean }

/**
 * Locks the appliance of a contract until the transaction ends, so that nobody else changes the contract. Returns the
 * contract, or null if it does not exist.
 */
export async function lockContract(transaction: Transaction, contractId: string): Promise<StoredContract | null> {
  await execute(transaction)`
    select from gateway where id = (select gateway_id from contract where id = ${contractId}) for no key update`
  return readFirstRow<StoredContract>(transaction)`
    select gateway_id as "gatewayId", status, ended_at is not null as "hasEnded"
    from contract where id = ${contractId}`
}

export type ContractAnswerToStore = { contractId: string; gatewayId: string; now: Date; isAccepted: boolean }

export async function storeContractAnswer(
  transaction: Transaction,
  { contractId, now, isAccepted }: ContractAnswerToStore,
): Promise<void> {
  const status: ContractStatus = isAccepted ? 'ACTIVE' : 'DECLINED'
  await execute(transaction)`update contract set status = ${status}, answered_at = ${now} where id = ${contractId}`
}

/** Inserts the answer to a contract into the records of the remote service for the appliance. Specification 15.1. */
export async function recordAnswerForRemoteService(
  transaction: Transaction,
  { contractId, gatewayId, now, isAccepted }: ContractAnswerToStore,
): Promise<void> {
  const kind = isAccepted ? 'contract-accepted' : 'contract-declined'
  await execute(transaction)`
    insert into service_event (gateway_id, at, kind, contract_id)
    values (${gatewayId}, ${now}, ${kind}, ${contractId})`
}

export type PendingContract = { id: string; serial: string; company: string; createdAt: Date }

/**
 * Reads the contracts that were created at `until` or earlier and wait for the answer of their company, oldest first.
 */
export async function readPendingContracts(db: Queryable, until: Date): Promise<PendingContract[]> {
  return readRows<PendingContract>(db)`
    select k.id, g.serial, c.name as company, k.created_at as "createdAt"
    from contract k join gateway g on g.id = k.gateway_id join company c on c.id = k.company_id
    where k.status = 'PENDING' and k.ended_at is null and k.created_at <= ${until} order by k.created_at, k.id`
}

/** Stops sending emails until `resumeMailSending`. Does nothing if the sending is already paused. */
export async function pauseMailSending(db: Queryable, since: Date): Promise<void> {
  await execute(db)`insert into mail_pause (since) values (${since}) on conflict do nothing`
}

export async function resumeMailSending(db: Queryable): Promise<void> {
  await execute(db)`delete from mail_pause`
}

/**
 * Whether the sending of emails is paused, and the number of waiting emails. `since`: the time when the sending was
 * paused, or null if it is not paused. `waiting`: the number of emails in the outbox.
 */
export type EmailPauseAndBacklog = { since: Date | null; waiting: number }

export async function readEmailPauseAndBacklog(db: Queryable): Promise<EmailPauseAndBacklog> {
  return readRequiredRow<EmailPauseAndBacklog>(db)`
    select (select since from mail_pause) as since,
      (select count(*)::int from outbox where channel = 'mail' and state = 'WAITING') as waiting`
}

export type SessionListRow = {
  session: string
  browser: string | null
  system: string | null
  signedInAt: Date
  lastUsedAt: Date
  expiresAt: Date
}

/** Reads all sessions of a person, the last used first. The list includes expired sessions until they are deleted. */
export async function readSessionsOfPerson(db: Queryable, personId: string): Promise<SessionListRow[]> {
  return readRows<SessionListRow>(db)`
    select left(encode(id_digest, 'hex'), 16) as session, browser, system, created_at as "signedInAt",
      renewed_at as "lastUsedAt", expires_at as "expiresAt"
    from session where person_id = ${personId} order by renewed_at desc, id_digest`
}

/** Ends all sessions of all people. Returns their number. */
export async function endAllSessions(transaction: Transaction): Promise<number> {
  return execute(transaction)`delete from session`
}

/**
 * The number of skipped sequence numbers. It is more than the portal uses between a backup and its restore, and small
 * compared with 2^53, the limit of exact integers in JavaScript.
 */
const skippedNumbers = 1_000_000_000_000

/** Skips sequence numbers, so that later changes have higher numbers than all earlier ones. */
export async function skipSequenceNumbers(transaction: Transaction): Promise<void> {
  await execute(transaction)`select setval('change_seq', nextval('change_seq') + ${skippedNumbers}::bigint)`
}

export type TakeoverListRow = {
  id: string
  serial: string
  person: string
  owner: string | null
  startedAt: Date
  provenAt: Date | null
  decidedAt: Date | null
  outcome: string
}

/** Reads the takeovers that were started after `since`, newest first. People are identified by their ids. */
export async function readTakeoversSince(db: Queryable, since: Date): Promise<TakeoverListRow[]> {
  return readRows<TakeoverListRow>(db)`
    select t.id, g.serial, t.person_id as person, t.owner_id as owner, t.started_at as "startedAt",
      t.proven_at as "provenAt", t.decided_at as "decidedAt", coalesce(t.outcome, 'open') as outcome
    from takeover t join gateway g on g.id = t.gateway_id where t.started_at > ${since}
    order by t.started_at desc, t.id`
}

export type ProgramListRow = {
  id: string
  state: ProgramState
  name: string
  companyName: string | null
  registerNumber: string | null
  country: string | null
  contactEmail: string
  redirectUris: string[]
  createdAt: Date
  grants: number
}

/**
 * Reads the programs of third parties. Programs that wait for a decision come first; within both groups, the newest
 * program comes first. `grants`: the number of open grants, without those for test appliances.
 */
export async function readPrograms(db: Queryable): Promise<ProgramListRow[]> {
  return readRows<ProgramListRow>(db)`
    select k.id, k.state, k.name, k.company_name as "companyName", k.register_number as "registerNumber", k.country,
      k.contact_email as "contactEmail", k.redirect_uris as "redirectUris", k.created_at as "createdAt",
      (
        select count(*)::int from partner_grant s
        where s.client_id = k.id and s.gateway_id is not null and s.ended_at is null
      ) as grants
    from partner_client k order by k.state <> 'requested', k.created_at desc, k.id`
}
