import { resolve } from 'node:path'
import { StartError } from './start-error.ts'

/** The settings of `npm start`: the host, ports, databases and folders of the portal and its stand-ins. */
export type DemoSettings = {
  /**
   * The address on which the servers listen. The default is a loopback address, because the demo's passwords are
   * public.
   */
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
  /** The URL of an operator's own PostgreSQL. If undefined, the embedded PostgreSQL is used. */
  databaseUrl: string | undefined
  /** The URL that leads directly to PostgreSQL, if `databaseUrl` leads to a pooler. */
  databaseSessionUrl: string | undefined
  /**
   * Whether the portal runs in three processes and each stand-in in a process of its own, as on several machines
   * (SPLIT).
   */
  isSplit: boolean
  /** The maximum time to wait in a step of a takeover, in seconds. Only tests set it. */
  takeoverWaitSeconds: string | undefined
  /** A folder with a page to serve instead of the built page. */
  pageDir: string | undefined
}

/** The number of consecutive ports of one demo. Specification 18.1. */
export const demoPortCount = 10

const maxFirstPort = 65_535 - (demoPortCount - 1)

/**
 * Reads the settings of the demo from PORT (8080; the other ports follow it), HOST, DATA_DIR (.data), DATABASE_URL,
 * DATABASE_SESSION_URL and SPLIT. Specification 18.1.
 *
 * @throws StartError if a setting is invalid
 */
export function readDemoSettings(env: Record<string, string | undefined>): DemoSettings {
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
