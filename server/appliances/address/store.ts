import { sql } from 'kysely'
import type { AddressWrite } from '#contract/address.ts'
import type { Country } from '#contract/countries.ts'
import type { Tx } from '../store.ts'

export type StoredAddress = Omit<AddressWrite, 'country'> & { country: string }

export async function readAddress(transaction: Tx, gatewayId: string): Promise<StoredAddress | null> {
  const { rows } = await sql<StoredAddress>`
    select street, postal_code as "postalCode", city, country from address where gateway_id = ${gatewayId}
  `.execute(transaction)
  return rows[0] ?? null
}

export async function saveAddress(transaction: Tx, gatewayId: string, address: AddressWrite): Promise<void> {
  const { street, postalCode, city, country }: AddressWrite & { country: Country } = address
  await sql`
    insert into address (gateway_id, street, postal_code, city, country)
    values (${gatewayId}, ${street}, ${postalCode}, ${city}, ${country})
    on conflict (gateway_id) do update set street = excluded.street, postal_code = excluded.postal_code,
      city = excluded.city, country = excluded.country
  `.execute(transaction)
}

/** Whether a company serves the appliance or has been asked to: a declined contract binds nobody. Decisions 4. */
export async function hasContractInForce(transaction: Tx, gatewayId: string): Promise<boolean> {
  const { rows } = await sql`
    select from contract where gateway_id = ${gatewayId} and ended_at is null and status <> 'DECLINED' limit 1
  `.execute(transaction)
  return rows.length > 0
}
