import type { Queryable } from '#server/database/sql.ts'
import type { SampleCatalogue } from './sample-catalogue.ts'
import { findEmergencyCodes, isCatalogueImported } from './store.ts'

/**
 * Creates a function that finds which fault codes are emergencies, by the operator's catalogue. If no catalogue was
 * imported, the function returns all emergencies of the sample instead.
 */
export function createEmergencyFinder(sample: SampleCatalogue) {
  const descriptions = [...sample.values()].flatMap((ofLanguage) => [...ofLanguage.values()])
  const inSample = new Set(descriptions.filter(({ emergency }) => emergency).map(({ code }) => code))

  return async (db: Queryable, codes: readonly string[]): Promise<ReadonlySet<string>> => {
    if (codes.length === 0) return new Set()
    const emergencyCodes = await findEmergencyCodes(db, codes)
    if (emergencyCodes.length > 0 || (await isCatalogueImported(db))) return new Set(emergencyCodes)
    return inSample
  }
}
