import type { AddressRequestBody } from '#contract/address-form.ts'
import type { AddressRow } from '#contract/address.ts'
import { execute, readFirstRow } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

export async function readAddress(transaction: Transaction, gatewayId: string): Promise<AddressRow | null> {
  return readFirstRow<AddressRow>(transaction)`
    select street, postal_code as "postalCode", city, country from address where gateway_id = ${gatewayId}`
}

export async function upsertAddress(
  transaction: Transaction,
  gatewayId: string,
  address: AddressRequestBody,
): Promise<void> {
  const { street, postalCode, city, country } = address
  // With `satisfies`, a column that is missing from the object is a type error.
  const storedAddress = { street, postalCode, city, country } satisfies Record<keyof AddressRequestBody, unknown>
  await execute(transaction)`
    insert into address (gateway_id, street, postal_code, city, country)
    values (${gatewayId}, ${storedAddress.street}, ${storedAddress.postalCode}, ${storedAddress.city}, ${storedAddress.country})
    on conflict (gateway_id) do update set street = excluded.street, postal_code = excluded.postal_code,
      city = excluded.city, country = excluded.country`
}

/** Whether the appliance has a pending or active contract. A declined contract does not count. Specification 13. */
export async function hasContractInForce(transaction: Transaction, gatewayId: string): Promise<boolean> {
  const count = await execute(transaction)`
    select from contract where gateway_id = ${gatewayId} and ended_at is null and status <> 'DECLINED' limit 1`
  return count > 0
}
