import webPush from 'web-push'
import { systemClock } from '#server/clock.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import { runWithCommandDatabase } from './command-database.ts'
import { recordCommand } from './record-command.ts'
import type { OperatorCommand } from './main.ts'
import { pauseMailSending, readEmailPauseAndBacklog, resumeMailSending } from './store.ts'

/**
 * The commands for emails. `pause` stops sending emails; they wait in the outbox until `resume`. `status` only prints
 * the state.
 */
export const mailSubcommands = ['pause', 'resume', 'status'] as const

export type MailSubcommand = (typeof mailSubcommands)[number]

/**
 * Pauses or resumes the sending of emails, unless `act` is `status`. Prints whether the sending is paused and how
 * many emails wait. Returns the exit code. Specification 23.5.
 */
export async function runMailCommand(call: OperatorCommand, act: MailSubcommand): Promise<number> {
  return runWithCommandDatabase(call, async ({ pool }) => {
    if (act !== 'status') await inTransaction(pool, async (transaction) => pauseOrResume(transaction, call, act))
    const { since, waiting } = await readEmailPauseAndBacklog(pool)
    const waits = waiting === 1 ? '1 mail waits' : `${waiting} mails wait`
    call.printLine(
      since === null ? `Mail goes out; ${waits}.` : `Mail is paused since ${since.toISOString()}; ${waits}.`,
    )
    return 0
  })
}

async function pauseOrResume(
  transaction: Transaction,
  call: OperatorCommand,
  act: Exclude<MailSubcommand, 'status'>,
): Promise<void> {
  if (act === 'pause') await pauseMailSending(transaction, new Date(systemClock.now()))
  else await resumeMailSending(transaction)
  await recordCommand(transaction, call, { action: `mail-${act}`, outcome: 'done' })
}

/** Generates a key pair for push messages, and prints it as settings. Stores nothing. Returns the exit code. */
export function generateAndPrintVapidKeys({ printLine }: Pick<OperatorCommand, 'printLine'>): number {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  printLine(`VAPID_PUBLIC_KEY=${publicKey}`)
  printLine(`VAPID_PRIVATE_KEY=${privateKey}`)
  return 0
}
