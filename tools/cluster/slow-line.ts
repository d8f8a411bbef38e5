import { openDatabaseProxy } from '#test/processes/database-proxy.ts'
import { parseNumber, parseOptions } from './parse-options.ts'
import { StartError } from '../../scripts/processes/start-error.ts'
import type { ProgramControls } from '../../scripts/processes/run-program.ts'

/**
 * Opens a proxy that delays the connections to a database, until Ctrl-C. Prints the URL of the proxy. The argument is
 * the URL of the database. docs/how-to/cluster.md.
 */
export async function openSlowLine({ printLine, runAtEnd }: ProgramControls, args: string[]): Promise<undefined> {
  const { values, positionals } = parseOptions({
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
  const line = await openDatabaseProxy(url, { listenPort: parseNumber(values.port, 0) })
  line.delayData({
    roundTripMs: parseNumber(values['round-trip-ms'], 0),
    connectionMs: parseNumber(values['connection-ms'], 0),
  })
  runAtEnd(line.close)
  printLine(`ready: ${line.url}`)
}
