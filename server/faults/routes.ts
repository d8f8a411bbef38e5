import type { Pool } from 'pg'
import { api } from '#contract/api.ts'
import type { AttemptLimit, LimitAddress } from '#server/http/attempt-limit.ts'
import type { AddEndpoint } from '#server/http/endpoints.ts'
import type { SampleCatalogue } from './sample-catalogue.ts'
import { findFaults, isCatalogueImported } from './store.ts'

/** More questions a minute from one address come from no page. */
export const faultReads: AttemptLimit = { name: 'faults', attempts: 240, windowS: 60 }

export type FaultDependencies = { pool: Pool; sample: SampleCatalogue; limit: LimitAddress }

/** What faults mean and what to do about them, for everybody. Specification 22.3. */
export function addFaultRoutes(add: AddEndpoint, { pool, sample, limit }: FaultDependencies): void {
  add(api.listFaults, async ({ query: { language, codes }, address }) => {
    await limit(address)
    const found = await findFaults(pool, { codes, language })
    if (found.length > 0 || (await isCatalogueImported(pool))) return { items: found, total: found.length }
    const items = codes.flatMap((code) => sample.get(language)?.get(code) ?? [])
    return { items, total: items.length }
  })
}
