import type { Pool } from 'pg'
import { DatabaseConnection, type ConnectionSettings } from '#server/database/connection.ts'

/** A transaction of which all is sent, its commit too. */
export type SentTransaction = { committed: Promise<void> }

export type PipelinedTransaction = (connection: DatabaseConnection) => Promise<SentTransaction>

/** One connection that sends statements without waiting for the answers to those before. */
export type Pipeline = {
  /**
   * Runs a transaction: `work` sends all of it. Resolves with it, though it is not committed yet: the next can begin then,
   * so that the wait for the disk costs no time.
   */
  transact: (work: PipelinedTransaction) => Promise<SentTransaction>
  end: () => Promise<void>
}

/** Opens a connection like those of the pool, beside them: what they do never makes it wait. It restores itself. */
export function openPipeline(pool: Pool): Pipeline {
  const { password } = pool.options
  // The pool was opened with them; its type knows only those of pg.
  const settings = pool.options as unknown as ConnectionSettings
  const options = { ...settings, ...(password !== undefined && { password }), pipeline: true }
  let current: DatabaseConnection | undefined
  let turn: Promise<void> = Promise.resolve()

  function transact(work: PipelinedTransaction): Promise<SentTransaction> {
    const sending = turn.then(async () => work(await connection()))
    turn = sending.then(ignore, ignore)
    return sending
  }

  async function connection(): Promise<DatabaseConnection> {
    if (current) return current
    const client = new DatabaseConnection(options)
    // Whoever uses a connection that dies learns it from the next statement; unheard, the event would end the process.
    client.on('error', () => forget(client))
    client.on('end', () => forget(client))
    await client.connect()
    current = client
    return client
  }

  function forget(client: DatabaseConnection): void {
    if (current === client) current = undefined
  }

  async function end(): Promise<void> {
    await turn
    await current?.end()
  }

  return { transact, end }
}

function ignore(): void {}
