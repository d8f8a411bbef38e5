import { CompiledQuery } from 'kysely'
import type { ClientBase } from 'pg'
import type { BusTransaction } from './bus.ts'

const channel = 'portal_bus'

const notifyAll = `select pg_notify('${channel}', chunk) from unnest($1::text[]) as chunk`

/** Hands chunks to PostgreSQL, which delivers them when the transaction commits. */
export async function notify(transaction: BusTransaction, chunks: readonly string[]): Promise<void> {
  if ('executeQuery' in transaction) await transaction.executeQuery(CompiledQuery.raw(notifyAll, [chunks]))
  else await transaction.query(notifyAll, [chunks])
}

export async function listen(client: ClientBase): Promise<void> {
  await client.query(`listen ${channel}`)
}

/** Answers only over a connection that is alive. */
export async function probe(client: ClientBase): Promise<void> {
  await client.query('select')
}
