import type { Connection } from '#contract/appliance.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { ProviderSubject } from '#server/identity/store.ts'

/**
 * Reads an appliance in the API's response format. Returns null if the person does not have the appliance, or if its
 * brand is not in `brands`. `brands` is null for any brand.
 */
export type ConnectionReader = {
  find(person: ProviderSubject, gatewayId: string, brands: readonly string[] | null): Promise<Connection | null>
}

/**
 * Reads an appliance of the person, in the API's response format. `brands` is null for any brand.
 * @throws Refusal `not-found`
 */
export async function readConnectionOfPerson(
  appliances: ConnectionReader,
  person: ProviderSubject,
  { gatewayId, brands = null }: { gatewayId: string; brands?: readonly string[] | null },
): Promise<Connection> {
  const connection = await appliances.find(person, gatewayId, brands)
  if (!connection) throw new Refusal('not-found')
  return connection
}
