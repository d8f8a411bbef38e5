import type { DataExportList } from '#contract/data-export.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Persons } from '#server/identity/person.ts'
import type { PersonKey } from '#server/identity/store.ts'
import { asOwner } from '../policy.ts'
import { findHolder } from '../store.ts'
import { toDataExport } from './to-data-export.ts'
import { keptFrom } from './range.ts'
import { listExports } from './store.ts'

export type ListDependencies = { database: Database; persons: Persons; clock: Clock }

const maxListed = 100

/** The owner's requests, newest first. Specification 15.2. @throws Refusal `not-found`, `not-owner` */
export async function listDataExports(
  { database, persons, clock }: ListDependencies,
  gatewayId: string,
  subject: PersonKey,
): Promise<DataExportList> {
  const personId = await persons.personIdOf(subject)
  const { ownerSince } = asOwner(await findHolder(database.pool, gatewayId, personId))
  const now = clock.now()
  const { rows, total } = await listExports(database.pool, { gatewayId, personId }, maxListed)
  return { items: rows.map((row) => toDataExport(row, now)), total, keptFrom: keptFrom({ ownerSince }) }
}
