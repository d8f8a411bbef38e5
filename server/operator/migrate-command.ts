import { SettingError, parseSessionDatabaseAddress } from '#server/config.ts'
import { createConnectionErrorExplainer } from '#server/database/connection-error-explainer.ts'
import { migrateDatabase } from '#server/database/migrate-database.ts'
import type { OperatorCommand } from './main.ts'

/**
 * Migrates the tables of the database, as each process does at its start. Returns the exit code. @throws SettingError
 */
export async function runMigrateCommand({
  env,
  printLine,
}: Pick<OperatorCommand, 'env' | 'printLine'>): Promise<number> {
  const address = parseSessionDatabaseAddress(env)
  try {
    const migrationNames = await migrateDatabase({ url: address.url })
    printLine(
      migrationNames.length === 0
        ? 'The tables are up to date.'
        : `The tables were brought up to date: ${migrationNames.join(', ')}.`,
    )
    return 0
  } catch (error) {
    const sentence = error instanceof Error ? createConnectionErrorExplainer(address)(error) : null
    throw sentence === null ? error : new SettingError(sentence, { cause: error })
  }
}
