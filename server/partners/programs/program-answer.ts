import type { PartnerProgram, TestGrant } from '#contract/programs.ts'
import type { Queryable } from '#server/database/sql.ts'
import type { PseudonymousIds } from '../pseudonymous-ids.ts'
import { type TestAppliance, readTestAppliances, readUnlapsedTestGrants } from '../store.ts'
import type { StoredProgram } from './store.ts'

/** The test appliances of programs and the grants for them. The key is the id of the program. */
type TestData = {
  appliances: ReadonlyMap<string, readonly TestAppliance[]>
  grants: ReadonlyMap<string, TestGrant[]>
}

/** Reads the test appliances of programs, and the grants for them that have not lapsed at `now` (epoch ms). */
export async function readTestData(
  db: Queryable,
  programs: readonly Pick<StoredProgram, 'id'>[],
  now: number,
): Promise<TestData> {
  const ids = programs.map(({ id }) => id)
  return {
    appliances: Map.groupBy(await readTestAppliances(db, ids), ({ clientId }) => clientId),
    grants: Map.groupBy(await readUnlapsedTestGrants(db, ids, now), ({ clientId }) => clientId),
  }
}

export function toProgramAnswer(
  stored: StoredProgram,
  { appliances, grants }: TestData,
  ids: PseudonymousIds,
): PartnerProgram {
  const { id, name, contactEmail, redirectUris, isPublic, jwks, state, companyName, registerNumber, country } = stored
  const testAppliances = appliances.get(id) ?? []
  return {
    id,
    name,
    contactEmail,
    redirectUris,
    clientType: isPublic ? 'public' : 'confidential',
    jwks,
    state,
    company:
      companyName === null ? null : { name: companyName, registerNumber: registerNumber ?? '', country: country ?? '' },
    testAppliances: testAppliances.map((one) => ({ id: ids.idFor(id, one.id), name: one.name, type: one.type })),
    testGrants: grants.get(id) ?? [],
    createdAt: stored.createdAt.toISOString(),
  }
}
