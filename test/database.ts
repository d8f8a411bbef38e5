import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { openDatabase, type Database } from '#server/database/database.ts'
import { runDatabaseStatement } from './processes/database-cluster.ts'

/** A migrated database that only one test file uses. */
export type TestDatabase = Database & { url: string }

/**
 * Creates an empty migrated database, a copy of the test run's template. Call this function once in a file, and
 * `close()`, which drops the database, in `afterAll`. The function works only in the projects of vitest.config.ts that
 * start the cluster.
 */
export async function createTestDatabase({ max = 5 }: { max?: number } = {}): Promise<TestDatabase> {
  const { adminUrl, template } = inject('testCluster')
  const name = `test_${randomBytes(8).toString('hex')}`
  // Copying the files needs a fifth of the CPU time that the default, writing all pages to the WAL, needs.
  await runDatabaseStatement(adminUrl, `create database ${name} template ${template} strategy file_copy`)
  const url = urlWithDatabase(adminUrl, name)
  const { pool, close } = openDatabase(url, { max })
  const closeAndDrop = async (): Promise<void> => {
    await close()
    await runDatabaseStatement(adminUrl, `drop database if exists ${name} with (force)`)
  }
  return { pool, url, close: closeAndDrop }
}

function urlWithDatabase(url: string, name: string): string {
  const parsedUrl = new URL(url)
  parsedUrl.pathname = `/${name}`
  return parsedUrl.href
}
