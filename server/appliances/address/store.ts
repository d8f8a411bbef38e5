import type { AddressWrite } from '#contract/address-form.ts'
import { execute, readFirst, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { StoredAddress } from '../store.ts'

export async function readAddress(transaction: Transaction, gatewayId: string): Promise<StoredAddress | null> {
  return readFirst(
    transaction,
    sql<StoredAddress>`
      select street, postal_code as "postalCode", city, country from address where gateway_id = ${gatewayId}`,
  )
}

export async function upsertAddress(transaction: Transaction, gatewayId: string, address: AddressWrite): Promise<void> {
  const { street, postalCode, city, country } = address
  // A field that is not kept is an error of types.
  const kept = { street, postalCode, city, country } satisfies Record<keyof AddressWrite, unknown>
  await execute(
    transaction,
    sql`
      insert into address (gateway_id, street, postal_code, city, country)
      values (${gatewayId}, ${kept.street}, ${kept.postalCode}, ${kept.city}, ${kept.country})
      on conflict (gateway_id) do update set street = excluded.street, postal_code = excluded.postal_code,
        city = excluded.city, country = excluded.country`,
  )
}

/** Whether a company serves the appliance or has been asked to: a declined contract binds nobody. Specification 13. */
export async function hasContractInForce(transaction: Transaction, gatewayId: string): Promise<boolean> {
  const contracts = sql`
    select from contract where gateway_id = ${gatewayId} and ended_at is null and status <> 'DECLINED' limit 1`
  return (await execute(transaction, contracts)) > 0
}
