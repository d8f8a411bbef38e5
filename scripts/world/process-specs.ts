import { join } from 'node:path'
import { askedFaultsFile } from '#stand-ins/gateways/asked-faults.ts'
import { defaultBrandId } from '#brands/read-brands.ts'
import type { WorldDatabaseUrls } from './database.ts'
import type { Secrets } from './secrets.ts'
import type { WorldSettings } from './settings.ts'

/** One process of the product: its program, its settings, and where to check that it is ready. */
export type ProcessSpec = {
  name: string
  script: string
  env: Record<string, string>
  ready: { kind: 'http'; url: string } | { kind: 'tcp'; port: number } | { kind: 'at-once' }
}

type Describe = { settings: WorldSettings; secrets: Secrets; database: WorldDatabaseUrls }

/** The servers that must be ready before the demo's people and gateways can be inserted. */
export function serverSpecs({ settings, secrets, database }: Describe): ProcessSpec[] {
  const { ports, host, portalUrl, issuer } = settings
  const portal = portalEnv({ settings, secrets, database })
  return [
    {
      name: 'identity',
      script: 'stand-ins/identity/main.ts',
      env: {
        HOST: host,
        PORT: String(ports.identity),
        ISSUER: issuer,
        DATABASE_URL: database.hostUrl,
        CLIENT_ID: portal['OIDC_CLIENT_ID'] ?? '',
        CLIENT_SECRET: secrets.clientSecret,
        PORTAL_URL: portalUrl,
        BRANDS_FOLDER: join(import.meta.dirname, '../../brands'),
        DEFAULT_BRAND: defaultBrandId,
      },
      ready: { kind: 'http', url: `http://localhost:${ports.identity}/.well-known/openid-configuration` },
    },
    {
      name: 'policies',
      script: 'stand-ins/policies/main.ts',
      env: { HOST: host, PORT: String(ports.policies) },
      ready: { kind: 'tcp', port: ports.policies },
    },
    {
      name: 'stickers',
      script: 'stand-ins/stickers/main.ts',
      env: { HOST: host, PORT: String(ports.stickers) },
      ready: { kind: 'tcp', port: ports.stickers },
    },
    {
      name: 'mailbox',
      script: 'stand-ins/mailbox/main.ts',
      env: { HOST: host, PORT: String(ports.mailbox), SMTP_PORT: String(ports.smtp) },
      ready: { kind: 'tcp', port: ports.smtp },
    },
    {
      name: 'portal',
      script: 'server/main.ts',
      env: { ...portal, ROLES: 'api,push' },
      ready: { kind: 'http', url: `http://localhost:${ports.portal}/readyz` },
    },
    {
      name: 'ingest',
      script: 'server/main.ts',
      env: { ...portal, ROLES: 'ingest', METRICS_PORT: String(ports.ingestMetrics) },
      ready: { kind: 'tcp', port: ports.mqtt },
    },
    {
      name: 'jobs',
      script: 'server/main.ts',
      env: { ...portal, ROLES: 'jobs', METRICS_PORT: String(ports.jobsMetrics) },
      ready: { kind: 'tcp', port: ports.jobsMetrics },
    },
  ]
}

/** The seed of accounts, companies and gateways; it ends by itself and does not change existing ones. */
export function seedSpec(describe: Describe): ProcessSpec {
  return { name: 'seed', script: 'scripts/demo/seed.ts', env: portalEnv(describe), ready: { kind: 'at-once' } }
}

/** Adds the past of the owner's appliances; it ends by itself, and adds only missing data. */
export function pastSpec(describe: Describe): ProcessSpec {
  return { name: 'past', script: 'scripts/demo/past.ts', env: portalEnv(describe), ready: { kind: 'at-once' } }
}

/** The simulated gateways, which report over MQTT. */
export function gatewaysSpec({ settings }: Describe): ProcessSpec {
  const { ports } = settings
  const env = { MQTT_URL: `mqtt://localhost:${ports.mqtt}`, ASKED_FAULTS: askedFaultsFile(settings.dataDir) }
  return { name: 'gateways', script: 'stand-ins/gateways/main.ts', env, ready: { kind: 'at-once' } }
}

/** The companies that accept contracts manually. */
export function companiesSpec(describe: Describe): ProcessSpec {
  const env = portalEnv(describe)
  return { name: 'companies', script: 'scripts/demo/answer-contracts.ts', env, ready: { kind: 'at-once' } }
}

/** The settings of a portal process (server/config.ts), also for the operators' commands. */
export function portalEnv({ settings, secrets, database }: Describe): Record<string, string> {
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
    OIDC_CLIENT_ID: 'gateway-portal',
    OIDC_CLIENT_SECRET: secrets.clientSecret,
    SESSION_KEY: secrets.sessionKey,
    REGISTRY_KEY: secrets.registryKey,
    MQTT_HOST: host,
    MQTT_PORT: String(ports.mqtt),
    POLICIES_URL: `http://localhost:${ports.policies}`,
    PAGE_DIR: settings.pageDir ?? 'dist/page',
    EXPORT_STORE: `file:${join(settings.dataDir, 'exports')}`,
    ERROR_TOLD_AFTER_SECONDS: '10',
    SMTP_URL: `smtp://localhost:${ports.smtp}`,
    VAPID_PUBLIC_KEY: secrets.vapid.publicKey,
    VAPID_PRIVATE_KEY: secrets.vapid.privateKey,
    DEMO: '1',
  }
}
