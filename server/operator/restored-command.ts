import { inTransaction } from '#server/database/transaction.ts'
import { withDatabase } from './command-database.ts'
import { recordCommand } from './command-record.ts'
import type { OperatorCommand } from './main.ts'
import { endSessions, skipNumbers } from './store.ts'

/**
 * Takes up work after the database was restored to a moment of the past, while no process runs. Who has signed out since
 * would be signed in again: everybody is signed out. Open pages drop what has a number that they have passed: what happens
 * from now on gets later ones. Doing it twice does no harm. Answers the exit code. Specification 18.4.
 */
export async function runRestored(call: OperatorCommand): Promise<number> {
  return withDatabase(call, async ({ pool }) => {
    const ended = await inTransaction(pool, async (transaction) => {
      await skipNumbers(transaction)
      const sessions = await endSessions(transaction)
      await recordCommand(transaction, call, { action: 'restored', details: { sessions }, outcome: 'done' })
      return sessions
    })
    call.say(`Everybody is signed out (${ended} sessions), and open pages take what happens from now on for new.`)
    call.say('What is left to do stands in docs/how-to/backup-and-restore.md, "After a restore to the past".')
    return 0
  })
}
