import { DatabaseConnection, createConnectionSettings } from './connection.ts'
import { type Queryable, readRequiredRow } from './sql.ts'

/** Thrown if a URL that needs stable sessions leads to a pooler in transaction mode. */
export class TransactionPoolerError extends Error {
  override name = 'TransactionPoolerError'
}

const maxChecks = 10

/**
 * Rejects if `url` leads to a pooler in transaction mode, with which LISTEN and session locks cannot work. To detect a
 * pooler, the function opens two sessions: while the second session is in a transaction, a pooler uses another backend
 * for the first session.
 * @throws TransactionPoolerError
 */
export async function refuseTransactionPooler(url: string): Promise<void> {
  const [session, other] = [connectionTo(url), connectionTo(url)]
  try {
    await session.connect()
    await other.connect()
    const server = await serverOf(session)
    await other.query('begin')
    // Checks several times, because a busy pooler may use the same backend again by chance.
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
    createConnectionSettings(url, {
      way: 'transaction-pooler',
      statementTimeoutMs: 5_000,
      applicationName: 'gateway-portal',
    }),
  )
  // If the connection is lost, the pending query rejects. Without this listener, the error event would end the process.
  client.on('error', () => {})
  return client
}

async function serverOf(connection: Queryable): Promise<number> {
  return (await readRequiredRow<{ pid: number }>(connection)`select pg_backend_pid() as pid`).pid
}
