import pg from 'pg'
import type { DatabaseAccounts } from './passwords.ts'
import { retryUntilTimeout } from './retry-until-timeout.ts'

const answerTimeoutMs = 3_000
const changeTimeoutMs = 30_000
const standbyTimeoutMs = 30_000

/** Connects to one server, runs one statement, and returns its rows. */
export async function readRowsOfServer<Row extends object>(
  url: string,
  text: string,
  { values = [], withinMs = answerTimeoutMs }: { values?: unknown[]; withinMs?: number } = {},
): Promise<Row[]> {
  const connectionTimeoutMillis = Math.min(withinMs, 10_000)
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis, query_timeout: withinMs })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(text, values)).rows
  } finally {
    client.end().catch(() => {})
  }
}

/**
 * Creates the portal's database user and database if they are missing, and sets the user's statement timeout. `url`
 * connects to the primary as the administrator.
 */
export async function createPortalDatabase(url: string, { portal }: Pick<DatabaseAccounts, 'portal'>): Promise<void> {
  const { name, password } = portal
  const isMissing = async (text: string): Promise<boolean> =>
    (await readRowsOfServer(url, text, { values: [name] })).length === 0
  if (await isMissing('select from pg_roles where rolname = $1'))
    await changeServer(url, `create role ${name} login password ${pg.escapeLiteral(password)}`)
  if (await isMissing('select from pg_database where datname = $1'))
    await changeServer(url, `create database ${name} owner ${name}`)
  await changeServer(url, `alter role ${name} set statement_timeout = '8s'`)
}

/**
 * Waits until a standby streams, then makes all further commits wait for that standby. `url` connects to the primary
 * as the administrator.
 */
export async function enableSynchronousStandby(url: string): Promise<void> {
  await retryUntilTimeout(standbyTimeoutMs, async () => {
    const streams = await readRowsOfServer(url, `select from pg_stat_replication where state = 'streaming'`)
    if (streams.length === 0) throw new Error('No standby follows the primary.')
  })
  await changeServer(url, `alter system set synchronous_standby_names = '*'`)
  await changeServer(url, 'select pg_reload_conf()')
}

async function changeServer(url: string, text: string): Promise<void> {
  await readRowsOfServer(url, text, { withinMs: changeTimeoutMs })
}
