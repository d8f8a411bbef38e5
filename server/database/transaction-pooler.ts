import { DatabaseConnection, connectionSettings } from './connection.ts'
import { type Queryable, readOne, sql } from './sql.ts'

/** What answers at the address of the database lends a server for one transaction. */
export class TransactionPoolerError extends Error {
  override name = 'TransactionPoolerError'
}

const asks = 10

/**
 * Rejects where sessions do not last, so that nothing could listen or lock: another server answers as soon as somebody
 * else holds the one that answered before.
 * @throws TransactionPoolerError
 */
export async function refuseTransactionPooler(url: string): Promise<void> {
  const [session, other] = [connectionTo(url), connectionTo(url)]
  try {
    await session.connect()
    await other.connect()
    const server = await serverOf(session)
    await other.query('begin')
    // A pooler that is busy may by chance lend the first one again.
    for (let ask = 0; ask < asks; ask += 1) {
      if ((await serverOf(session)) !== server) throw new TransactionPoolerError('The session has lost its server')
    }
    await other.query('rollback')
  } finally {
    await Promise.all([session.end(), other.end()])
  }
}

function connectionTo(url: string): DatabaseConnection {
  const client = new DatabaseConnection(
    connectionSettings(url, { way: 'transaction-pooler', statementWithinMs: 5_000, applicationName: 'gateway-portal' }),
  )
  // Whoever waits for an answer learns of a lost connection; unheard, the event would end the process.
  client.on('error', () => {})
  return client
}

async function serverOf(connection: Queryable): Promise<number> {
  return (await readOne(connection, sql<{ pid: number }>`select pg_backend_pid() as pid`)).pid
}
