import { parseArgs } from 'node:util'
import { openDatabaseProxy } from '#test/processes/database-proxy.ts'
import { StartError } from '../../scripts/processes/start-error.ts'
import type { ProgramControls } from '../../scripts/processes/run-program.ts'

/**
 * Opens a proxy that delays the connections to a database, until Ctrl-C. Prints the URL of the proxy. The argument is
 * the URL of the database. docs/how-to/cluster.md.
 */
export async function openSlowLine({ printLine, atEnd }: ProgramControls, args: string[]): Promise<undefined> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '0' },
      'round-trip-ms': { type: 'string', default: '300' },
      'connection-ms': { type: 'string', default: '0' },
    },
  })
  const [url] = positionals
  if (url === undefined || !URL.canParse(url))
    throw new StartError('slow-line: name the database, as postgres://user@host/name.')
  const [listenPort, roundTripMs, connectionMs] = [values.port, values['round-trip-ms'], values['connection-ms']].map(
    Number,
  )
  if (![listenPort, roundTripMs, connectionMs].every((each) => Number.isSafeInteger(each) && Number(each) >= 0))
    throw new StartError('slow-line: --port, --round-trip-ms and --connection-ms are whole numbers.')
  const line = await openDatabaseProxy(url, { listenPort: listenPort ?? 0 })
  line.slow({ roundTripMs: roundTripMs ?? 0, connectionMs: connectionMs ?? 0 })
  atEnd(line.close)
  printLine(`ready: ${line.url}`)
}
