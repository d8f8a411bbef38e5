import type { PersonalData } from '#contract/personal-data.ts'
import type { Language } from '#contract/languages.ts'
import { type Queryable, execute, readFirstRow, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

export type PersonalDataFileRow = Omit<PersonalData, 'createdAt' | 'expiresAt'> & {
  createdAt: Date
  expiresAt: Date | null
}

const maxListed = 20

/**
 * Selects the newest files of a person that belong to no appliance: packages with all data about the person. Unless
 * `onlyRequests` is set, the SQL also selects exports of appliances that the person owned earlier.
 */
const newestFiles = (personId: string, onlyRequests: boolean) => sql`
  select f.id as "fileId", e.created_at as "createdAt", f.name, f.state, f.bytes::float8 as bytes, f.sha256, f.reason,
    f.expires_at as "expiresAt", f.source <> 'PERSON' as "isOfAppliance"
  from data_export e join data_export_file f on f.export_id = e.id
  where e.person_id = ${personId} and e.gateway_id is null and (f.source = 'PERSON' or not ${onlyRequests})
  order by e.created_at desc, e.id limit ${maxListed}`

/**
 * Reads the newest 20 files of a person: packages with all data about the person, and exports of appliances that the
 * person owned earlier.
 */
export async function readPersonalDataFiles(db: Queryable, personId: string): Promise<PersonalDataFileRow[]> {
  return readRows<PersonalDataFileRow>(db)`${newestFiles(personId, false)}`
}

/** Reads the newest 20 requests of a person for all data about themselves. */
export async function readPersonalDataRequests(db: Queryable, personId: string): Promise<PersonalDataFileRow[]> {
  return readRows<PersonalDataFileRow>(db)`${newestFiles(personId, true)}`
}

/**
 * Locks the row of a person. With the lock, simultaneous requests of the person run one after the other, and none of
 * them exceeds the limits.
 */
export async function lockPersonalDataRequester(transaction: Transaction, personId: string): Promise<void> {
  await execute(transaction)`select from person where id = ${personId} for no key update`
}

export type NewPersonalDataRequest = {
  personId: string
  language: Language
  brand: string
  createdAt: Date
  name: string
}

export async function insertPersonalDataRequest(
  transaction: Transaction,
  { personId, language, brand, createdAt, name }: NewPersonalDataRequest,
): Promise<void> {
  await execute(transaction)`
    with made as (
      insert into data_export (person_id, from_day, to_day, sources, language, brand, created_at)
      select ${personId}, day, day, '{PERSON}', ${language}, ${brand}, ${createdAt}
      from (select (${createdAt}::timestamptz at time zone 'UTC')::date as day) today
      returning id
    )
    insert into data_export_file (export_id, source, name, state) select id, 'PERSON', ${name}, 'NOT_READY' from made`
}

export type ReadyPersonalDataFile = { name: string; bytes: number; sha256: string }

/**
 * Finds a ready file that belongs to this person and to no appliance. Returns null if the file belongs to another
 * person, is not ready, or has expired.
 */
export async function findReadyPersonalDataFile(
  db: Queryable,
  { personId, fileId, now }: { personId: string; fileId: string; now: Date },
): Promise<ReadyPersonalDataFile | null> {
  return readFirstRow<ReadyPersonalDataFile>(db)`
    select f.name, f.bytes::float8 as bytes, f.sha256
    from data_export_file f join data_export e on e.id = f.export_id
    where f.id = ${fileId} and e.person_id = ${personId} and e.gateway_id is null
      and f.state = 'READY' and f.sha256 is not null and f.expires_at > ${now}`
}
