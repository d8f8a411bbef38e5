import type { GatewayType } from '#contract/appliance.ts'
import { type Queryable, readFirstRow } from '#server/database/sql.ts'

export type RegisteredGateway = { id: string; type: GatewayType; brand: string; claimDigest: Buffer }

/** Finds a registered gateway by its serial number. Checks no rights. */
export async function findRegisteredGatewayBySerial(db: Queryable, serial: string): Promise<RegisteredGateway | null> {
  return readFirstRow<RegisteredGateway>(db, 'find-registered-gateway')`
    select id, type, brand, claim_digest as "claimDigest" from gateway where serial = ${serial}`
}
