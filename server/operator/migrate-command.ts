import { migrateDatabase } from '#server/database/migrate-database.ts'
import { runWithCommandDatabase } from './command-database.ts'
import type { OperatorCommand } from './main.ts'

/**
 * Migrates the tables of the database, as each process does at its start. Returns the exit code. @throws SettingError
 */
export async function runMigrateCommand(call: Pick<OperatorCommand, 'env' | 'printLine'>): Promise<number> {
  return runWithCommandDatabase(call, async ({ url }) => {
    const migrationNames = await migrateDatabase({ url })
    call.printLine(
      migrationNames.length === 0
        ? 'The tables are up to date.'
        : `The tables were brought up to date: ${migrationNames.join(', ')}.`,
    )
    return 0
  })
}
