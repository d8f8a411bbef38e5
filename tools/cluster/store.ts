import pg from 'pg'
import type { DatabaseAccounts } from './passwords.ts'
import { retryUntilTimeout } from './retry-until-timeout.ts'

const standbyTimeoutMs = 30_000

/** Connects to a server, runs `work`, and closes the connection. */
async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Creates the portal's database user and database if they are missing, and sets the user's statement timeout. `url`
 * connects to the primary as the administrator.
 */
export async function createPortalDatabase(url: string, { portal }: Pick<DatabaseAccounts, 'portal'>): Promise<void> {
  await withClient(url, async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [portal.name])
    const password = client.escapeLiteral(portal.password)
    if (rowCount === 0) await client.query(`create role ${portal.name} login password ${password}`)
    const { rowCount: databases } = await client.query('select from pg_database where datname = $1', [portal.name])
    if (databases === 0) await client.query(`create database ${portal.name} owner ${portal.name}`)
    await client.query(`alter role ${portal.name} set statement_timeout = '8s'`)
  })
}

/**
 * Waits until a standby streams, then makes all further commits wait for that standby. `url` connects to the primary
 * as the administrator.
 */
export async function enableSynchronousStandby(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await retryUntilTimeout(standbyTimeoutMs, async () => {
      const { rowCount } = await client.query(`select from pg_stat_replication where state = 'streaming'`)
      if (rowCount === 0) throw new Error('No standby follows the primary.')
    })
    await client.query(`alter system set synchronous_standby_names = '*'`)
    await client.query('select pg_reload_conf()')
  })
}
