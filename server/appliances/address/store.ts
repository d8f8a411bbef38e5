import { sql } from 'kysely'
import type { AddressWrite } from '#contract/address.ts'
import type { Tx } from '../store.ts'

export type StoredAddress = Omit<AddressWrite, 'country'> & { country: string }

/** Where each field of an address is kept: one that the contract promises and this lacks is an error of types. */
export const addressColumns = {
  street: 'street',
  postalCode: 'postal_code',
  city: 'city',
  country: 'country',
} as const satisfies Record<keyof AddressWrite, string>

const fields = Object.entries(addressColumns) as [keyof AddressWrite, string][]

export async function readAddress(transaction: Tx, gatewayId: string): Promise<StoredAddress | null> {
  const selected = fields.map(([field, column]) => sql`${sql.ref(column)} as ${sql.ref(field)}`)
  const { rows } = await sql<StoredAddress>`
    select ${sql.join(selected)} from address where gateway_id = ${gatewayId}
  `.execute(transaction)
  return rows[0] ?? null
}

export async function upsertAddress(transaction: Tx, gatewayId: string, address: AddressWrite): Promise<void> {
  const columns = fields.map(([, column]) => sql.ref(column))
  const values = fields.map(([field]) => sql`${address[field] ?? null}`)
  const changes = fields.map(([, column]) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`)
  await sql`
    insert into address (gateway_id, ${sql.join(columns)}) values (${gatewayId}, ${sql.join(values)})
    on conflict (gateway_id) do update set ${sql.join(changes)}
  `.execute(transaction)
}

/** Whether a company serves the appliance or has been asked to: a declined contract binds nobody. Specification 13. */
export async function hasContractInForce(transaction: Tx, gatewayId: string): Promise<boolean> {
  const { rows } = await sql`
    select from contract where gateway_id = ${gatewayId} and ended_at is null and status <> 'DECLINED' limit 1
  `.execute(transaction)
  return rows.length > 0
}
