import pg, { type ClientBase, type Pool } from 'pg'
import { commit, rollback } from './store.ts'

export type Work = (client: ClientBase) => Promise<void>

/** One connection that sends statements without waiting for the answers to those before. */
export type Pipeline = {
  /**
   * Runs a transaction: `work` sends its begin and all but its commit. Resolves when it is committed. The next can
   * begin as soon as the commit is sent, which `onSent` tells, so that the wait for the disk costs no time.
   */
  transact: (work: Work, onSent: () => void) => Promise<void>
  end: () => Promise<void>
}

/** Opens a connection like those of the pool, beside them: what they do never makes it wait. It restores itself. */
export function openPipeline(pool: Pool): Pipeline {
  const { password } = pool.options
  const options = { ...pool.options, ...(password !== undefined && { password }), pipeline: true }
  let current: pg.Client | undefined
  let turn: Promise<void> = Promise.resolve()

  async function transact(work: Work, onSent: () => void): Promise<void> {
    const sending = turn.then(() => send(work))
    turn = sending.then(onSent, ignore)
    const { committed } = await sending
    await committed
  }

  // In an object, since a promise of a promise would wait for both.
  async function send(work: Work): Promise<{ committed: Promise<void> }> {
    const client = await connection()
    try {
      await work(client)
      return { committed: commit(client) }
    } catch (error) {
      await undo(client)
      throw error
    }
  }

  async function connection(): Promise<pg.Client> {
    if (current) return current
    const client = new pg.Client(options)
    // Whoever uses a connection that dies learns it from the next statement; unheard, the event would end the process.
    client.on('error', () => forget(client))
    client.on('end', () => forget(client))
    await client.connect()
    current = client
    return client
  }

  async function undo(client: pg.Client): Promise<void> {
    try {
      await rollback(client)
    } catch {
      // Its transaction ends with it.
      forget(client)
      client.end().catch(ignore)
    }
  }

  function forget(client: pg.Client): void {
    if (current === client) current = undefined
  }

  async function end(): Promise<void> {
    await turn
    await current?.end()
  }

  return { transact, end }
}

function ignore(): void {}
