import { resolve } from 'node:path'
import { StartError } from './start-error.ts'

/** The addresses and folders of everything that `npm start` runs. */
export type DemoSettings = {
  /** The loopback address by default, because the demo's passwords are public. */
  host: string
  ports: {
    portal: number
    identity: number
    mqtt: number
    policies: number
    metrics: number
    ingestMetrics: number
    jobsMetrics: number
    mailbox: number
    smtp: number
    stickers: number
  }
  portalUrl: string
  issuer: string
  dataDir: string
  /** An operator's own PostgreSQL instead of the embedded one. */
  databaseUrl: string | undefined
  /** The address for sessions, if `databaseUrl` is a pooler. */
  databaseSessionUrl: string | undefined
  /** Whether the portal runs in three processes and each stand-in in its own, as on several machines (SPLIT). */
  isSplit: boolean
  /** The longest wait of a takeover in seconds, for tests. */
  takeoverWaitSeconds: string | undefined
  /** A folder with another page than the built one. */
  pageDir: string | undefined
}

/** The number of consecutive ports of one demo. Specification 18.1. */
export const demoPortCount = 10

const maxFirstPort = 65_535 - (demoPortCount - 1)

/**
 * Reads PORT (8080; the others follow from it), HOST, DATA_DIR (.data), DATABASE_URL, DATABASE_SESSION_URL and SPLIT.
 * Specification 18.1.
 * @throws StartError if one of them is invalid
 */
export function demoSettings(env: Record<string, string | undefined>): DemoSettings {
  const port = firstPort(env['PORT'] || '8080')
  return {
    host: env['HOST'] || '127.0.0.1',
    ports: {
      portal: port,
      identity: port + 1,
      mqtt: port + 2,
      policies: port + 3,
      metrics: port + 4,
      ingestMetrics: port + 5,
      jobsMetrics: port + 6,
      mailbox: port + 7,
      smtp: port + 8,
      stickers: port + 9,
    },
    portalUrl: `http://localhost:${port}`,
    issuer: `http://localhost:${port + 1}`,
    dataDir: resolve(env['DATA_DIR'] || '.data'),
    databaseUrl: env['DATABASE_URL'] || undefined,
    databaseSessionUrl: env['DATABASE_SESSION_URL'] || undefined,
    isSplit: env['SPLIT'] === '1',
    takeoverWaitSeconds: env['TAKEOVER_WAIT_SECONDS'] || undefined,
    pageDir: undefined,
  }
}

function firstPort(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port > 0 && port <= maxFirstPort) return port
  throw new StartError(`PORT is "${text}"; set it to a number from 1 to ${maxFirstPort}.`)
}
