import { callbackify } from 'node:util'
import pg from 'pg'
import { createHostSelector, type HostSelector, parseDatabaseHosts, refuseReadOnlyHost } from './host-selector.ts'
import { DatabaseConnectionError } from './outage-errors.ts'

/** The settings of a database connection: those of the package pg, and some of the portal. */
export type ConnectionSettings = pg.ClientConfig & {
  hosts: HostSelector
  mustTakeWrites: boolean
  /** The time in milliseconds after which the server ends a statement; 0 means no limit. */
  statementTimeoutMs: number
  /** The time in milliseconds after which the server ends an idle transaction; 0 means no limit. */
  transactionIdleMs: number
  /**
   * How the connection reaches the server. With a pooler in transaction mode, session state is lost between
   * transactions.
   */
  way: 'direct' | 'transaction-pooler'
}

export type ConnectionSettingsOptions = Pick<ConnectionSettings, 'way' | 'statementTimeoutMs'> & {
  applicationName: string
  transactionIdleMs?: number
  /** The time in milliseconds after which a connection attempt fails. */
  connectTimeoutMs?: number
}

const defaultConnectTimeoutMs = 5_000
/**
 * The default of `transactionIdleMs`. It is short, because listeners and requests lock rows that other transactions
 * wait for.
 */
export const defaultTransactionIdleMs = 5_000
/**
 * The time in milliseconds that the client waits for an answer in addition to the statement timeout. If the server has
 * not reported the timeout by then, the client closes the connection.
 */
const clientExtraTimeMs = 2_000
const probeAfterMs = 10_000
/**
 * The time in milliseconds that closing a connection may take. A server that does not respond does not confirm the end
 * of the connection.
 */
const closeTimeoutMs = 1_000

/**
 * Returns the connection settings for the database at `url`, for `DatabaseConnection` and for pools. All connections
 * with these settings share the choice of a host.
 * @throws TypeError if `parseDatabaseHosts` cannot parse the URL
 */
export function createConnectionSettings(
  url: string,
  {
    way,
    statementTimeoutMs,
    applicationName,
    transactionIdleMs = defaultTransactionIdleMs,
    connectTimeoutMs = defaultConnectTimeoutMs,
  }: ConnectionSettingsOptions,
): ConnectionSettings {
  const hosts = parseDatabaseHosts(url)
  if (!hosts) throw new TypeError('The URL of the database is not of the form postgres://user:password@host/database')
  return {
    hosts: createHostSelector(hosts),
    mustTakeWrites: hosts.mustTakeWrites,
    way,
    statementTimeoutMs,
    transactionIdleMs,
    connectionString: hosts.urls[0],
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + clientExtraTimeMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: probeAfterMs,
  }
}

/**
 * Session settings with which the server detects lost clients and releases their locks, for example if a machine
 * loses power. PostgreSQL manual, 19.3.2.
 *
 * The connection sends the settings in a statement, because poolers reject them as start-up parameters.
 */
const lostClientSettings = {
  tcp_user_timeout: '10s',
  tcp_keepalives_idle: '5s',
  tcp_keepalives_interval: '2s',
  tcp_keepalives_count: '3',
}

/**
 * Ignores an error event while the connection opens, because `connect` rejects with the same error. Without a listener,
 * the event would end the process.
 */
function ignoreError(): void {}

const beginsTransaction = /^(?:begin|start transaction)\b/iu

/** A database connection whose queries fail if the server does not answer. The server detects a lost client. */
export class DatabaseConnection extends pg.Client {
  readonly #settings: ConnectionSettings

  constructor(settings: ConnectionSettings) {
    super(settings)
    this.#settings = settings
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- matches both overloads of pg
  override connect(callback?: (...answer: any[]) => void): any {
    const connectPromise = this.#open()
    if (!callback) return connectPromise
    callbackify(() => connectPromise)(callback)
  }

  async #open(): Promise<this> {
    const { hosts, way, mustTakeWrites, connectionString } = this.#settings
    this.on('error', ignoreError)
    try {
      const url = await hosts.current()
      if (url !== connectionString) this.#turnTo(url)
      await super.connect()
      if (way === 'direct') await this.#guard({ ...this.#limits(), ...lostClientSettings })
      if (mustTakeWrites) await refuseReadOnlyHost(this)
    } catch (error) {
      hosts.discardCurrent()
      this.#leave()
      throw new DatabaseConnectionError(error)
    }
    this.off('error', ignoreError)
    return this
  }

  #turnTo(url: string): void {
    const { host, port } = new pg.Client({ connectionString: url })
    Object.assign(this, { host, port })
  }

  // Returns the limits that the server enforces. The server also ends an idle transaction, to release its row locks.
  // PostgreSQL manual, 19.11.1.
  #limits(): Record<string, string> {
    const { statementTimeoutMs, transactionIdleMs } = this.#settings
    return {
      statement_timeout: String(statementTimeoutMs),
      idle_in_transaction_session_timeout: String(transactionIdleMs),
    }
  }

  async #guard(session: Readonly<Record<string, string>>): Promise<void> {
    await super.query('select set_config(name, value, false) from unnest($1::text[], $2::text[]) as s (name, value)', [
      Object.keys(session),
      Object.values(session),
    ])
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- matches all overloads of pg
  override query(first: any, ...others: any[]): any {
    const last: unknown = others.at(-1)
    if (typeof last === 'function') {
      others[others.length - 1] = (error: unknown, result: unknown) => {
        this.#leaveIfLost(error)
        last(error, result)
      }
    }
    const answer: unknown = Reflect.apply(super.query, this, [this.#sendable(first), ...others])
    if (!(answer instanceof Promise)) return answer
    return answer.catch((error: unknown) => {
      this.#leaveIfLost(error)
      throw error
    })
  }

  // With a pooler, removes the name of a prepared statement, because the pooler may send it to a backend that has not
  // prepared it.
  #sendable(query: unknown): unknown {
    if (this.#settings.way === 'direct') return query
    if (typeof query === 'string') return this.#limited(query)
    return isQueryConfig(query) ? { ...query, name: undefined, text: this.#limited(query.text) } : query
  }

  // With a pooler, sets the limits at the start of each transaction instead of once for the session.
  #limited(text: string): string {
    if (!beginsTransaction.test(text)) return text
    return [text, ...Object.entries(this.#limits()).map(([name, value]) => `set local ${name} = '${value}'`)].join('; ')
  }

  #leaveIfLost(error: unknown): void {
    if (!(error instanceof Error)) return
    const { code } = error as { code?: unknown }
    // Code 25006 means that the server accepts no writes. A session keeps its first `default_transaction_read_only`, so
    // a new session must replace this session.
    const takesNoWrites = code === '25006'
    if (!takesNoWrites && error.message !== 'Query read timeout') return
    this.#settings.hosts.discardCurrent()
    this.#leave()
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- matches both overloads of pg
  override end(callback?: (...answer: any[]) => void): any {
    const giveUp = setTimeout(() => this.#leave(), closeTimeoutMs)
    const endPromise = super.end().finally(() => clearTimeout(giveUp))
    if (!callback) return endPromise
    callbackify(() => endPromise)(callback)
  }

  // Closes the socket without a protocol message. To wait for a server that does not answer would delay the next user
  // of the pool.
  #leave(): void {
    // Marks the connection as ended immediately, so that the pool does not use it again before its socket has closed.
    super.end().catch(() => {})
    this.connection.stream.destroy()
  }
}

function isQueryConfig(query: unknown): query is { text: string } {
  return typeof query === 'object' && query !== null && 'text' in query && !('submit' in query)
}
