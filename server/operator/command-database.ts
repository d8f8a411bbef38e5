import { SettingError, parseSessionDatabaseAddress } from '#server/config.ts'
import { createConnectionErrorExplainer } from '#server/database/connection-error-explainer.ts'
import { type Database, openDatabase } from '#server/database/database.ts'
import type { OperatorCommand } from './main.ts'

type CommandDatabase = Pick<Database, 'pool'> & { url: string }

/**
 * Opens the database of `env`, runs a command with it, and returns the exit code. The command needs no other settings.
 * @throws SettingError
 */
export async function runWithCommandDatabase(
  { env }: Pick<OperatorCommand, 'env'>,
  work: (database: CommandDatabase) => Promise<number>,
): Promise<number> {
  const address = parseSessionDatabaseAddress(env)
  const { url } = address
  // Sets no time limit: a large import may take any time, even between two statements on a slow machine.
  const { pool, close } = openDatabase(url, { max: 1, statementTimeoutMs: 0, transactionIdleMs: 0 })
  try {
    return await work({ pool, url })
  } catch (error) {
    const sentence = error instanceof Error ? createConnectionErrorExplainer(address)(error) : null
    throw sentence === null ? error : new SettingError(sentence, { cause: error })
  } finally {
    await close()
  }
}
