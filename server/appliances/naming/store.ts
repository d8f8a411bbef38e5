import { execute } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

/** The name that a person gives an appliance; null removes the name. */
export type ApplianceNameUpdate = { gatewayId: string; personId: string; name: string | null }

/** Stores a person's name for an appliance. Returns whether the name has changed. */
export async function updateApplianceName(
  transaction: Transaction,
  { gatewayId, personId, name }: ApplianceNameUpdate,
): Promise<boolean> {
  const count = await execute(transaction)`
    update connection set name = ${name}
    where gateway_id = ${gatewayId} and person_id = ${personId} and name is distinct from ${name}`
  return count > 0
}
