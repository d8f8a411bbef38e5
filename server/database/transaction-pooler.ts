import { DatabaseConnection, connectionSettings } from './connection.ts'
import { type Queryable, readOne, sql } from './sql.ts'

/** The address of sessions leads to a pooler in transaction mode. */
export class TransactionPoolerError extends Error {
  override name = 'TransactionPoolerError'
}

const maxChecks = 10

/**
 * Rejects if sessions are not stable, so that LISTEN and session locks cannot work: another backend answers as soon
 * as somebody else holds the previous one.
 * @throws TransactionPoolerError
 */
export async function refuseTransactionPooler(url: string): Promise<void> {
  const [session, other] = [connectionTo(url), connectionTo(url)]
  try {
    await session.connect()
    await other.connect()
    const server = await serverOf(session)
    await other.query('begin')
    // Asks several times, because a busy pooler may assign the same backend again by chance.
    for (let ask = 0; ask < maxChecks; ask += 1) {
      if ((await serverOf(session)) !== server) throw new TransactionPoolerError('The session has lost its server')
    }
    await other.query('rollback')
  } finally {
    await Promise.all([session.end(), other.end()])
  }
}

function connectionTo(url: string): DatabaseConnection {
  const client = new DatabaseConnection(
    connectionSettings(url, {
      way: 'transaction-pooler',
      statementTimeoutMs: 5_000,
      applicationName: 'gateway-portal',
    }),
  )
  // The pending query reports a lost connection; without this listener, the event would end the process.
  client.on('error', () => {})
  return client
}

async function serverOf(connection: Queryable): Promise<number> {
  return (await readOne(connection, sql<{ pid: number }>`select pg_backend_pid() as pid`)).pid
}
