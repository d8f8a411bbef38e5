import { runWithOneShotPublisher } from '#server/live/bus/one-shot-publisher.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { endSessionsOfPerson } from '#server/identity/store.ts'
import { runWithCommandDatabase } from './command-database.ts'
import { recordCommand } from './record-command.ts'
import { findOnlyPersonByIdOrEmail } from './lookup/commands.ts'
import { formatAlignedTable } from './lookup/aligned-table.ts'
import type { OperatorCommand } from './main.ts'
import { readSessionsOfPerson } from './store.ts'

export const sessionSubcommands = ['list', 'end'] as const

export type SessionSubcommand = (typeof sessionSubcommands)[number]

/** Prints or ends the sessions of a person. Returns the exit code. Specification 25.1. */
export async function runSessionsCommand(
  call: OperatorCommand,
  { act, person }: { act: SessionSubcommand; person: string },
): Promise<number> {
  return runWithCommandDatabase(call, async ({ pool, url }) => {
    const onePerson = await findOnlyPersonByIdOrEmail(call, pool, person)
    if (!onePerson) return 1
    const personId = onePerson.id
    if (act === 'list') {
      const sessions = await readSessionsOfPerson(pool, personId)
      await recordCommand(pool, call, { action: 'sessions-show', personId, outcome: 'done' })
      formatAlignedTable(sessions).forEach((line) => call.printLine(line))
      if (sessions.length === 0) call.printError('There is no session.')
      return 0
    }
    const endedCount = await runWithOneShotPublisher(url, async (bus) =>
      inTransaction(pool, async (transaction) => {
        const { sessions, tokenDigests } = await endSessionsOfPerson(transaction, personId)
        const digests = tokenDigests.map((digest) => digest.toString('base64url'))
        await bus.publish(transaction, [{ kind: 'session-ended', personId, tokenDigests: digests }])
        const details = { sessions }
        await recordCommand(transaction, call, { action: 'sessions-end', personId, details, outcome: 'done' })
        return sessions
      }),
    )
    call.printLine(`Ended: ${endedCount} sessions.`)
    return 0
  })
}
