import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

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

async function openCluster(givenUrl: string | undefined): Promise<{ url: string; stop(): Promise<void> }> {
  if (givenUrl) return { url: givenUrl, stop: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-portal-test-'))
  // A temporary folder is closed to others, and as root the server runs as another user.
  await chmod(dataDir, 0o755)
  const { url, stop } = await startEmbedded({ dataDir, durable: false })
  const stopAndRemove = async (): Promise<void> => {
    await stop()
    await rm(dataDir, { recursive: true })
  }
  return { url, stop: stopAndRemove }
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
