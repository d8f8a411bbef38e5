import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import type { EmbeddedDatabase } from './embedded.ts'
import { migrate } from './migrate.ts'
import { startTemporary } from './temporary.ts'

/** What the test files of one run share: a PostgreSQL, and in it a migrated database to copy. */
export type TestCluster = { adminUrl: string; template: string }

// The one place where Vitest lets a set-up hand something to the test files.
declare module 'vitest' {
  interface ProvidedContext {
    testCluster: TestCluster
  }
}

/**
 * Vitest's global set-up: starts a PostgreSQL of this run's own in a temporary folder, or takes TEST_DATABASE_URL
 * (whose user may create databases), and builds the template. Answers the tear-down.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await openCluster(process.env['TEST_DATABASE_URL'])
  const template = `template_${randomBytes(8).toString('hex')}`
  await command(url, `create database ${template}`)
  await migrate({ url: Object.assign(new URL(url), { pathname: `/${template}` }).href })
  project.provide('testCluster', { adminUrl: url, template })
  return async () => {
    await command(url, `drop database ${template} with (force)`)
    await stop()
  }
}

async function openCluster(givenUrl: string | undefined): Promise<EmbeddedDatabase> {
  return givenUrl ? { url: givenUrl, stop: async () => {} } : startTemporary({ durable: false })
}

/** Runs one statement on a connection of its own. Statements about whole databases can't share one. */
export async function command(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
