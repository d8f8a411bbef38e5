import pg from 'pg'

/** The hosts of one database, with a URL for each. `mustTakeWrites`: a host is used only if it accepts writes. */
export type DatabaseHosts = { urls: readonly [string, ...string[]]; mustTakeWrites: boolean }

const urlForm = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^@/?]*)(\/[^?]*)?(?:\?(.*))?$/u

/**
 * Parses `postgres://user:password@host:port,host:port/database`. With `target_session_attrs=read-write`, hosts that
 * are read-only are skipped. PostgreSQL manual, 32.1.1.2. Returns undefined for a URL of another form.
 */
export function parseDatabaseHosts(url: string): DatabaseHosts | undefined {
  const [, head = '', hosts = '', path = '', search = ''] = urlForm.exec(url) ?? []
  const settings = new URLSearchParams(search)
  const mustTakeWrites = takesWrites(settings)
  if (mustTakeWrites === undefined || hosts + path === '') return undefined
  settings.delete('target_session_attrs')
  const tail = settings.size > 0 ? `${path}?${settings.toString()}` : path
  const [first, ...others] = hosts.split(',').map((host) => `${head}${host}${tail}`)
  if (head === '' || first === undefined || ![first, ...others].every((one) => URL.canParse(one))) return undefined
  return { urls: [first, ...others], mustTakeWrites }
}

function takesWrites(settings: URLSearchParams): boolean | undefined {
  const wantedAttributes = settings.get('target_session_attrs') ?? 'any'
  if (wantedAttributes === 'read-write' || wantedAttributes === 'primary') return true
  return wantedAttributes === 'any' ? false : undefined
}

/**
 * Returns the URL of a usable host, for programs that support only one host. If the URL has only one host, returns the
 * URL without a test. Rejects if the URL has several hosts and none of them is usable.
 */
export async function findUsableHostUrl(url: string): Promise<string> {
  const hosts = parseDatabaseHosts(url)
  return hosts === undefined || hosts.urls.length === 1 ? url : createHostSelector(hosts).current()
}

/** Selects the host of the database for new connections. */
export type HostSelector = {
  /**
   * Resolves to the URL of a usable host. If none of several hosts is usable, rejects with the error of one of them.
   */
  current(): Promise<string>
  /**
   * Discards the chosen host, so that the next choice tries all hosts again. Call this function if the host does not
   * answer or no longer accepts writes.
   */
  discardCurrent(): void
}

const answerTimeoutMs = 2_000

/**
 * Creates a selector that tries the hosts in turn until one is usable, and keeps this host. A single host is used
 * without a test.
 */
export function createHostSelector({ urls, mustTakeWrites }: DatabaseHosts): HostSelector {
  let chosenHost: Promise<string> | undefined

  async function tryInTurn(): Promise<string> {
    let failure: unknown
    for (const url of urls) {
      try {
        await tryHost(url, mustTakeWrites)
        return url
      } catch (error) {
        // If a standby answers and the primary does not, a failover may be in progress. The error of the standby then
        // describes the problem better than the error of the primary.
        if (!(failure instanceof ReadOnlyHostError)) failure = error
      }
    }
    throw failure
  }

  function choose(): Promise<string> {
    const choice = tryInTurn()
    choice.catch(() => {
      if (chosenHost === choice) chosenHost = undefined
    })
    return choice
  }

  const [first] = urls
  if (urls.length === 1) return { current: () => Promise.resolve(first), discardCurrent: () => {} }
  return { current: () => (chosenHost ??= choose()), discardCurrent: () => void (chosenHost = undefined) }
}

async function tryHost(url: string, mustTakeWrites: boolean): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerTimeoutMs,
    query_timeout: answerTimeoutMs,
  })
  // If the connection is lost, the pending query rejects. Without this listener, the error event would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    if (mustTakeWrites) await refuseReadOnlyHost(client)
  } finally {
    // Does not wait for the end of the connection, because the host may not answer.
    client.end().catch(() => {})
  }
}

/** Thrown if the database host accepts no writes, because it is a standby or an operator made it read-only. */
export class ReadOnlyHostError extends Error {
  override name = 'ReadOnlyHostError'
  /** The SQLSTATE read_only_sql_transaction, which PostgreSQL also returns for an attempted write. */
  readonly code = '25006'
}

export async function refuseReadOnlyHost(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  if (rows[0]?.transaction_read_only === 'on') throw new ReadOnlyHostError('The database host takes no writes')
}
