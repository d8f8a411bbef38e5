import pg from 'pg'

/** The possible hosts of one database: a URL for each, and whether it must accept writes. */
export type Hosts = { urls: readonly [string, ...string[]]; mustTakeWrites: boolean }

const urlForm = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^@/?]*)(\/[^?]*)?(?:\?(.*))?$/u

/**
 * Parses `postgres://user:password@host:port,host:port/database`. With `target_session_attrs=read-write` read-only
 * hosts are skipped. PostgreSQL manual, 32.1.1.2. Undefined for any other form.
 */
export function parseHosts(url: string): Hosts | undefined {
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
  const wanted = settings.get('target_session_attrs') ?? 'any'
  if (wanted === 'read-write' || wanted === 'primary') return true
  return wanted === 'any' ? false : undefined
}

/** The URL of the host that is currently usable, for programs that support only one. */
export async function findHost(url: string): Promise<string> {
  const hosts = parseHosts(url)
  return hosts === undefined || hosts.urls.length === 1 ? url : chooseHost(hosts).current()
}

/** The host for new connections. */
export type HostChoice = {
  /** Rejects with the last host's error if none is usable. */
  current(): Promise<string>
  /** Discards the host, because it does not answer or accepts no more writes; all hosts are tried again. */
  discardCurrent(): void
}

const answerTimeoutMs = 2_000

/** Finds a usable host by trying all in turn, and keeps it. If there is only one host, it is used without a trial. */
export function chooseHost({ urls, mustTakeWrites }: Hosts): HostChoice {
  let chosen: Promise<string> | undefined

  async function tryInTurn(): Promise<string> {
    let failure: unknown
    for (const url of urls) {
      try {
        await tryHost(url, mustTakeWrites)
        return url
      } catch (error) {
        // Prefers the error of a standby that answers to that of a silent primary: a failover may be in progress.
        if (!(failure instanceof ReadOnlyHostError)) failure = error
      }
    }
    throw failure
  }

  function choose(): Promise<string> {
    const choice = tryInTurn()
    choice.catch(() => {
      if (chosen === choice) chosen = undefined
    })
    return choice
  }

  const [first] = urls
  if (urls.length === 1) return { current: () => Promise.resolve(first), discardCurrent: () => {} }
  return { current: () => (chosen ??= choose()), discardCurrent: () => void (chosen = undefined) }
}

async function tryHost(url: string, mustTakeWrites: boolean): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerTimeoutMs,
    query_timeout: answerTimeoutMs,
  })
  // The pending query reports a lost connection; without this listener, the event would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    if (mustTakeWrites) await refuseReadOnly(client)
  } finally {
    // Closes the connection without waiting for its orderly end, because the host does not answer.
    client.end().catch(() => {})
  }
}

/** The host accepts no writes: it is a standby, or was made read-only. */
export class ReadOnlyHostError extends Error {
  override name = 'ReadOnlyHostError'
  /** SQLSTATE read_only_sql_transaction, as after an attempted write. */
  readonly code = '25006'
}

export async function refuseReadOnly(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  if (rows[0]?.transaction_read_only === 'on') throw new ReadOnlyHostError('The database host takes no writes')
}
