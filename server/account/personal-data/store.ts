import type { PersonalData } from '#contract/personal-data.ts'
import type { Language } from '#contract/languages.ts'
import { type Queryable, execute, readFirst, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

export type PersonalDataRow = Omit<PersonalData, 'createdAt' | 'expiresAt'> & {
  createdAt: Date
  expiresAt: Date | null
}

const maxListed = 20

/**
 * The newest files of a person that belong to no appliance: those with all data about them and, unless `onlyRequests`,
 * exports of appliances that they owned earlier.
 */
const newestFiles = (personId: string, onlyRequests: boolean) => sql<PersonalDataRow>`
  select f.id as "fileId", e.created_at as "createdAt", f.name, f.state, f.bytes::float8 as bytes, f.sha256, f.reason,
    f.expires_at as "expiresAt", f.source <> 'PERSON' as "isOfAppliance"
  from data_export e join data_export_file f on f.export_id = e.id
  where e.person_id = ${personId} and e.gateway_id is null and (f.source = 'PERSON' or not ${onlyRequests})
  order by e.created_at desc, e.id limit ${maxListed}`

/**
 * The newest 20 of a person's files: those with all data about them, and the exports of appliances that they owned
 * earlier.
 */
export async function listPersonalData(db: Queryable, personId: string): Promise<PersonalDataRow[]> {
  return readRows(db, newestFiles(personId, false))
}

/** The newest 20 requests of a person for all data about them. */
export async function readRequests(db: Queryable, personId: string): Promise<PersonalDataRow[]> {
  return readRows(db, newestFiles(personId, true))
}

/** Locks the person's row, so that their simultaneous requests run one after the other and the limits hold. */
export async function lockRequester(transaction: Transaction, personId: string): Promise<void> {
  await execute(transaction, sql`select from person where id = ${personId} for no key update`)
}

export type NewPersonalData = { personId: string; language: Language; brand: string; createdAt: Date; name: string }

export async function insertPersonalData(
  transaction: Transaction,
  { personId, language, brand, createdAt, name }: NewPersonalData,
): Promise<void> {
  await execute(
    transaction,
    sql`
      with made as (
        insert into data_export (person_id, from_day, to_day, sources, language, brand, created_at)
        select ${personId}, day, day, '{PERSON}', ${language}, ${brand}, ${createdAt}
        from (select (${createdAt}::timestamptz at time zone 'UTC')::date as day) today
        returning id
      )
      insert into data_export_file (export_id, source, name, state) select id, 'PERSON', ${name}, 'NOT_READY' from made`,
  )
}

export type ReadyPersonalData = { name: string; bytes: number; sha256: string }

/**
 * A ready file of this person that belongs to no appliance; null if it is another person's, is not ready, or has
 * expired.
 */
export async function findReadyPersonalData(
  db: Queryable,
  { personId, fileId, now }: { personId: string; fileId: string; now: Date },
): Promise<ReadyPersonalData | null> {
  return readFirst(
    db,
    sql<ReadyPersonalData>`
      select f.name, f.bytes::float8 as bytes, f.sha256
      from data_export_file f join data_export e on e.id = f.export_id
      where f.id = ${fileId} and e.person_id = ${personId} and e.gateway_id is null
        and f.state = 'READY' and f.sha256 is not null and f.expires_at > ${now}`,
  )
}
