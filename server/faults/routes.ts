import type { Pool } from 'pg'
import { api } from '#contract/api.ts'
import type { FaultDescription } from '#contract/faults.ts'
import type { RateLimit, AddressLimiter } from '#server/http/rate-limit.ts'
import type { EndpointAdder } from '#server/http/endpoint-adder.ts'
import type { SampleCatalogue } from './sample-catalogue.ts'
import { type FaultTextQuery, findFaultDescriptions, isCatalogueImported } from './store.ts'

/** The limit of requests from one IP address. A page sends far fewer in a minute. */
export const faultRateLimit: RateLimit = { name: 'faults', attempts: 240, windowS: 60 }

export type FaultRouteDependencies = { pool: Pool; sample: SampleCatalogue; limit: AddressLimiter }

/** Adds the public endpoint with descriptions of faults and instructions for people. Specification 22.3. */
export function addFaultRoutes(add: EndpointAdder, { pool, sample, limit }: FaultRouteDependencies): void {
  add(api.listFaults, async ({ query, address }) => {
    await limit(address)
    const items = await describeFaults({ pool, sample }, query)
    return { items, total: items.length }
  })
}

/**
 * Returns the descriptions of fault codes from the operator's catalogue. If no catalogue was imported, uses the
 * sample. Codes without a description are left out.
 */
export async function describeFaults(
  { pool, sample }: Pick<FaultRouteDependencies, 'pool' | 'sample'>,
  query: FaultTextQuery,
): Promise<FaultDescription[]> {
  const faultDescriptions = await findFaultDescriptions(pool, query)
  if (faultDescriptions.length > 0 || (await isCatalogueImported(pool))) return faultDescriptions
  return query.codes.flatMap((code) => sample.get(query.language)?.get(code) ?? [])
}
