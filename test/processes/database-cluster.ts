import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import type { EmbeddedDatabase } from '../../scripts/database/embedded.ts'
import { migrateDatabase } from '#server/database/migrate-database.ts'
import { startTemporaryDatabase } from '#test/processes/temporary-database.ts'

/**
 * The data that the test files of one run share: the URL of a PostgreSQL server, and the name of a migrated database
 * that they copy.
 */
export type TestCluster = { adminUrl: string; template: string }

// The type of the value that the set-up provides to the test files.
declare module 'vitest' {
  interface ProvidedContext {
    testCluster: TestCluster
  }
}

/**
 * Starts a PostgreSQL server for this run in a temporary folder, or uses TEST_DATABASE_URL, whose user may create
 * databases. Creates the template database. Vitest calls this function before all tests, and the returned function
 * after all tests.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await openCluster(process.env['TEST_DATABASE_URL'])
  const template = `template_${randomBytes(8).toString('hex')}`
  await runDatabaseStatement(url, `create database ${template}`)
  await migrateDatabase({ url: Object.assign(new URL(url), { pathname: `/${template}` }).href })
  project.provide('testCluster', { adminUrl: url, template })
  return async () => {
    await runDatabaseStatement(url, `drop database ${template} with (force)`)
    await stop()
  }
}

async function openCluster(givenUrl: string | undefined): Promise<EmbeddedDatabase> {
  return givenUrl ? { url: givenUrl, stop: async () => {} } : startTemporaryDatabase({ durable: false })
}

/** Runs one statement on a new connection. Statements such as `create database` cannot run in a transaction. */
export async function runDatabaseStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
