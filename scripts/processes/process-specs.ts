import { join } from 'node:path'
import { requestedFaultsPath } from '#stand-ins/gateways/requested-faults.ts'
import { switchedOffGatewaysPath } from '#stand-ins/gateways/switched-off-gateways.ts'
import type { StandInSettings } from '#stand-ins/stand-in.ts'
import { defaultBrandId } from '#brands/read-brands.ts'
import type { DemoDatabaseUrls } from './demo-database.ts'
import { portalScript, type ProcessSpec, type ReadinessCheck } from './process-spec.ts'
import type { DemoSecrets } from './demo-secrets.ts'
import type { DemoSettings } from './demo-settings.ts'

type Describe = { settings: DemoSettings; secrets: DemoSecrets; database: DemoDatabaseUrls }

type StandIn = { name: string; settings: StandInSettings; ready: ReadinessCheck }

/**
 * Returns all processes of the demo: one for the portal and one for all stand-ins. If SPLIT is set: three for the
 * portal, and one for each stand-in.
 */
export function demoProcessSpecsOf(describe: Describe): ProcessSpec[] {
  if (describe.settings.isSplit)
    return [...serverProcessSpecsOf(describe), gatewaysProcessSpecOf(describe), companiesProcessSpecOf(describe)]
  const standIns = [...serviceStandIns(describe), gatewaysStandIn(describe), companiesStandIn(describe)]
  return [standInsSpec('stand-ins', standIns), portalSpec(describe)]
}

/** Returns one process for each stand-in of `serviceStandIns`, and the three processes of the portal. */
export function serverProcessSpecsOf(describe: Describe): ProcessSpec[] {
  return [...serviceStandIns(describe).map(standInSpec), ...roleSpecs(describe)]
}

/** Returns the process of the simulated gateways, which report over MQTT. */
export function gatewaysProcessSpecOf(describe: Describe): ProcessSpec {
  return standInSpec(gatewaysStandIn(describe))
}

/** Returns the process of the companies that do not accept contracts automatically. */
export function companiesProcessSpecOf(describe: Describe): ProcessSpec {
  return standInSpec(companiesStandIn(describe))
}

function standInSpec(standIn: StandIn): ProcessSpec {
  return standInsSpec(standIn.name, [standIn])
}

function standInsSpec(name: string, standIns: readonly StandIn[]): ProcessSpec {
  const settings = Object.fromEntries(standIns.map((one) => [one.name, one.settings]))
  return {
    name,
    script: 'scripts/demo/stand-ins.ts',
    env: { STAND_INS: JSON.stringify(settings) },
    ready: { kind: 'all', of: standIns.map(({ ready }) => ready) },
  }
}

/**
 * Returns the stand-ins for external services that the portal uses, and the stand-ins for the person who tries the
 * demo: stickers and mailbox.
 */
function serviceStandIns({ settings, secrets, database }: Describe): StandIn[] {
  const { ports, host: HOST, portalUrl, issuer, dataDir } = settings
  const identity = {
    HOST,
    PORT: String(ports.identity),
    ISSUER: issuer,
    DATABASE_URL: database.hostUrl,
    CLIENT_ID: clientId,
    CLIENT_SECRET: secrets.clientSecret,
    PORTAL_URL: portalUrl,
    BRANDS_FOLDER: join(import.meta.dirname, '../../brands'),
    DEFAULT_BRAND: defaultBrandId,
  }
  const discovery = `http://localhost:${ports.identity}/.well-known/openid-configuration`
  const atPort = (port: number): ReadinessCheck => ({ kind: 'tcp', port })
  const { policies, stickers, mailbox, smtp } = ports
  return [
    { name: 'identity', settings: identity, ready: { kind: 'http', url: discovery } },
    { name: 'policies', settings: { HOST, PORT: String(policies) }, ready: atPort(policies) },
    {
      name: 'stickers',
      settings: { HOST, PORT: String(stickers), SWITCHED_OFF: switchedOffGatewaysPath(dataDir) },
      ready: atPort(stickers),
    },
    { name: 'mailbox', settings: { HOST, PORT: String(mailbox), SMTP_PORT: String(smtp) }, ready: atPort(smtp) },
  ]
}

function gatewaysStandIn({ settings: { ports, dataDir } }: Describe): StandIn {
  const settings = {
    MQTT_URL: `mqtt://localhost:${ports.mqtt}`,
    ASKED_FAULTS: requestedFaultsPath(dataDir),
    SWITCHED_OFF: switchedOffGatewaysPath(dataDir),
  }
  return { name: 'gateways', settings, ready: { kind: 'at-once' } }
}

function companiesStandIn({ database }: Describe): StandIn {
  return { name: 'companies', settings: { DATABASE_URL: database.sessionUrl }, ready: { kind: 'at-once' } }
}

/** Returns the process of the portal with all roles. */
function portalSpec(describe: Describe): ProcessSpec {
  const { ports } = describe.settings
  return {
    name: 'portal',
    script: portalScript,
    env: { ...portalEnvironmentOf(describe), ONE_PROCESS: '1', DATABASE_CONNECTIONS: '4' },
    ready: {
      kind: 'all',
      of: [portalIsReady(describe), { kind: 'tcp', port: ports.mqtt }, { kind: 'tcp', port: ports.jobsMetrics }],
    },
  }
}

/**
 * Returns one process for `api,push,partners`, one for `ingest` and one for `jobs`, as in an installation with
 * several machines.
 */
function roleSpecs(describe: Describe): ProcessSpec[] {
  const { mqtt, ingestMetrics, jobsMetrics } = describe.settings.ports
  const portal = portalEnvironmentOf(describe)
  return [
    {
      name: 'portal',
      script: portalScript,
      env: { ...portal, ROLES: 'api,push,partners' },
      ready: portalIsReady(describe),
    },
    {
      name: 'ingest',
      script: portalScript,
      env: { ...portal, ROLES: 'ingest', METRICS_PORT: String(ingestMetrics) },
      ready: { kind: 'tcp', port: mqtt },
    },
    {
      name: 'jobs',
      script: portalScript,
      env: { ...portal, ROLES: 'jobs', METRICS_PORT: String(jobsMetrics) },
      ready: { kind: 'tcp', port: jobsMetrics },
    },
  ]
}

function portalIsReady({ settings }: Describe): ReadinessCheck {
  return { kind: 'http', url: `http://localhost:${settings.ports.portal}/readyz` }
}

/** Returns the process that adds missing past reports of the owner's appliances, and then ends. */
export function pastProcessSpecOf(describe: Describe): ProcessSpec {
  return {
    name: 'past',
    script: 'scripts/demo/past.ts',
    env: portalEnvironmentOf(describe),
    ready: { kind: 'at-once' },
  }
}

const clientId = 'gateway-portal'

/** Returns the settings of a portal process (server/config.ts). The operator's commands use the same settings. */
export function portalEnvironmentOf({ settings, secrets, database }: Describe): Record<string, string> {
  const { ports, host, portalUrl, issuer } = settings
  return {
    HOST: host,
    PORT: String(ports.portal),
    PUBLIC_URL: portalUrl,
    METRICS_PORT: String(ports.metrics),
    DATABASE_URL: database.url,
    DATABASE_SESSION_URL: database.sessionUrl,
    OIDC_ISSUER: issuer,
    OIDC_AUDIENCE: 'gateway-portal',
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: secrets.clientSecret,
    SESSION_KEY: secrets.sessionKey,
    REGISTRY_KEY: secrets.registryKey,
    RECEIPT_KEY: secrets.receiptKey,
    MQTT_HOST: host,
    MQTT_PORT: String(ports.mqtt),
    POLICIES_URL: `http://localhost:${ports.policies}`,
    PAGE_DIR: settings.pageDir ?? 'dist/page',
    EXPORT_STORE: `file:${join(settings.dataDir, 'exports')}`,
    ERROR_TOLD_AFTER_SECONDS: '10',
    SMTP_URL: `smtp://localhost:${ports.smtp}`,
    VAPID_PUBLIC_KEY: secrets.vapid.publicKey,
    VAPID_PRIVATE_KEY: secrets.vapid.privateKey,
    ...(settings.takeoverWaitSeconds !== undefined && { TAKEOVER_WAIT_SECONDS: settings.takeoverWaitSeconds }),
    DEMO: '1',
  }
}
