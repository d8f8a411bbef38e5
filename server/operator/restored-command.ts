import { inTransaction } from '#server/database/transaction.ts'
import { runWithCommandDatabase } from './command-database.ts'
import { recordCommand } from './record-command.ts'
import type { OperatorCommand } from './main.ts'
import { endAllSessions, skipSequenceNumbers } from './store.ts'

/**
 * Prepares a restored database, while no process of the portal runs. Ends all sessions, because sessions that were
 * signed out after the backup would be active again. Skips sequence numbers, because open pages ignore changes with
 * numbers that they have already received. An operator can repeat the command. Returns the exit code. Specification
 * 18.4.
 */
export async function prepareRestoredDatabase(call: OperatorCommand): Promise<number> {
  return runWithCommandDatabase(call, async ({ pool }) => {
    const endedCount = await inTransaction(pool, async (transaction) => {
      await skipSequenceNumbers(transaction)
      const sessions = await endAllSessions(transaction)
      await recordCommand(transaction, call, { action: 'restored', details: { sessions }, outcome: 'done' })
      return sessions
    })
    call.printLine(
      `Everybody is signed out (${endedCount} sessions), and open pages treat everything from now on as new.`,
    )
    call.printLine('The remaining steps are in docs/how-to/backup-and-restore.md, "After a restore to the past".')
    return 0
  })
}
