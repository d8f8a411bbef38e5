import * as z from 'zod/mini'
import { type StoreSetting, parseStoreSetting } from './exports/files/store-setting.ts'

export const roles = ['api', 'push', 'ingest', 'jobs'] as const

export type Role = (typeof roles)[number]

/** In the header, or in the body. RFC 6749, section 2.3.1. */
export const clientAuthMethods = ['basic', 'post'] as const

export type ClientAuthMethod = (typeof clientAuthMethods)[number]

/** All settings of a portal process, parsed once; nothing else reads the environment. docs/operating.md lists them. */
export type Config = {
  roles: ReadonlySet<Role>
  http: { host: string; port: number; trustedProxies: string[] }
  /** Origin under which people reach the portal, without a slash at the end. */
  publicUrl: string
  metrics: { host: string; port: number }
  logLevel: string
  databaseUrl: string
  /** Connections to the database that one process may hold. */
  databaseConnections: number
  oidc: {
    issuer: string
    audience: string
    clientId: string
    clientSecret: string
    /** How the portal proves who it is at the token endpoint; null: as the provider says. */
    clientAuth: ClientAuthMethod | null
    /** Sent as `prompt` (OpenID Connect Core 1.0, section 3.1.2.1). */
    prompt: string | null
    /** Where people edit their profile at the identity provider. */
    profileUrl: string
    /** Sent as `resource` (RFC 8707) where the provider wants one. */
    resource: string | null
    scopeClaim: string
    scopeNames: ReadonlyMap<string, string>
  }
  /** 32 bytes that encrypt tokens at rest. */
  sessionKey: Buffer
  /** 32 bytes under which the registry's secrets are digested. */
  registryKey: Buffer
  consentVersion: string
  brand: { fallback: string; hosts: ReadonlyMap<string, string>; switchable: boolean }
  mqtt: { host: string; port: number; tls: { certFile: string; keyFile: string } | null }
  /** What one gateway may have stored. */
  gatewayQuota: { reportsPerMinute: number; burst: number; bytesPerDay: number }
  policiesUrl: string
  pageDir: string
  /** The operator's legal documents, `<language>/<COUNTRY>/<kind>.md`. */
  legalDir: string
  /** Where the files of exports lie. */
  exportStore: StoreSetting
}

const flag = z.enum(['0', '1'])
const count = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,3}$/)), z.transform(Number))
const amount = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), z.transform(Number))
const port = z.pipe(z.string().check(z.regex(/^\d{1,5}$/)), z.transform(Number))
const key = z.pipe(
  z.string().check(z.refine((value) => Buffer.from(value, 'base64').length === 32, { error: '32 bytes in base64' })),
  z.transform((value: string) => Buffer.from(value, 'base64')),
)
const store = z.pipe(
  z.string(),
  z.transform((value: string, context) => {
    const setting = parseStoreSetting(value)
    if (setting !== null) return setting
    context.issues.push({ code: 'custom', message: 'file:<folder> or s3:<bucket>[/prefix][?…]', input: value })
    return z.NEVER
  }),
)
const list = z.pipe(
  z.string(),
  z.transform((value: string) => value.split(',').filter((part) => part !== '')),
)
const pairs = z.pipe(
  z.string(),
  z.transform((value: string) => new Map(value.split(',').filter(Boolean).map(toPair))),
)

function toPair(pair: string): [string, string] {
  const [name = '', value = ''] = pair.split('=')
  return [name.trim(), value.trim()]
}

/** `none` is not among them: nobody could sign in. */
const prompt = z.string().check(
  z.regex(/^(login|consent|select_account|create)( (login|consent|select_account|create))*$/, {
    error: 'login, consent, select_account or create; several with a space between',
  }),
)

const environment = z.object({
  ROLES: z._default(z.pipe(list, z.array(z.enum(roles))), [...roles]),
  HOST: z._default(z.string(), '0.0.0.0'),
  PORT: z._default(port, 8080),
  PUBLIC_URL: z.optional(z.url()),
  TRUSTED_PROXIES: z._default(list, []),
  METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  METRICS_PORT: z.optional(port),
  LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info'),
  DATABASE_URL: z.url(),
  DATABASE_CONNECTIONS: z._default(count, 10),
  OIDC_ISSUER: z.url(),
  OIDC_AUDIENCE: z.string(),
  OIDC_CLIENT_ID: z.string(),
  OIDC_CLIENT_SECRET: z.string(),
  OIDC_CLIENT_AUTH: z.optional(z.enum(clientAuthMethods, { error: clientAuthMethods.join(' or ') })),
  OIDC_PROMPT: z.optional(prompt),
  OIDC_PROFILE_URL: z.optional(z.url()),
  OIDC_RESOURCE: z.optional(z.string()),
  OIDC_SCOPE_CLAIM: z._default(z.string(), 'scope'),
  OIDC_SCOPE_NAMES: z._default(pairs, new Map()),
  SESSION_KEY: key,
  REGISTRY_KEY: key,
  CONSENT_VERSION: z._default(z.string(), '1'),
  BRAND: z.optional(z.string()),
  BRAND_HOSTS: z._default(pairs, new Map()),
  DEMO: z._default(flag, '0'),
  MQTT_HOST: z._default(z.string(), '0.0.0.0'),
  MQTT_PORT: z.optional(port),
  MQTT_PLAIN: z._default(flag, '0'),
  MQTT_TLS_CERT: z.optional(z.string()),
  MQTT_TLS_KEY: z.optional(z.string()),
  GATEWAY_REPORTS_PER_MINUTE: z._default(amount, 120),
  GATEWAY_REPORT_BURST: z._default(amount, 20_000),
  GATEWAY_MB_PER_DAY: z._default(amount, 64),
  POLICIES_URL: z.url(),
  PAGE_DIR: z._default(z.string(), 'dist/page'),
  LEGAL_DIR: z._default(z.string(), 'legal'),
  EXPORT_STORE: z.prefault(store, 'file:.data/exports'),
})

/** A setting that is missing or wrong; the message names it and says what would do. */
export class SettingError extends Error {
  override name = 'SettingError'
}

/**
 * Reads the settings from environment variables. Pure.
 * @throws SettingError naming every variable that is missing or wrong
 */
export function parseConfig(env: Record<string, string | undefined>, fallbackBrand: string): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(present)
  if (!parsed.success) throw new SettingError(`Settings: ${parsed.error.issues.map(describe).join('; ')}.`)
  const config = toConfig(parsed.data, fallbackBrand)
  refusePlainMqtt(config, parsed.data)
  return config
}

/** Gateways send their keys at sign-in: without TLS only in the demo, or where something before the listener ends TLS. */
function refusePlainMqtt({ roles: own, mqtt }: Config, { DEMO, MQTT_PLAIN }: z.infer<typeof environment>): void {
  const isPlain = own.has('ingest') && mqtt.tls === null
  if (!isPlain || DEMO === '1' || MQTT_PLAIN === '1') return
  throw new SettingError(
    'Settings: MQTT_TLS_CERT and MQTT_TLS_KEY are missing; set MQTT_PLAIN=1 where a balancer ends TLS.',
  )
}

function describe({ path, message }: z.core.$ZodIssue): string {
  return `${path.join('.')} is missing or wrong (${message})`
}

function toConfig(set: z.infer<typeof environment>, fallbackBrand: string): Config {
  return {
    roles: new Set(set.ROLES),
    http: { host: set.HOST, port: set.PORT, trustedProxies: set.TRUSTED_PROXIES },
    publicUrl: (set.PUBLIC_URL ?? `http://localhost:${set.PORT}`).replace(/\/+$/u, ''),
    metrics: { host: set.METRICS_HOST, port: set.METRICS_PORT ?? set.PORT + 4 },
    logLevel: set.LOG_LEVEL,
    databaseUrl: set.DATABASE_URL,
    databaseConnections: set.DATABASE_CONNECTIONS,
    oidc: {
      issuer: set.OIDC_ISSUER,
      audience: set.OIDC_AUDIENCE,
      clientId: set.OIDC_CLIENT_ID,
      clientSecret: set.OIDC_CLIENT_SECRET,
      clientAuth: set.OIDC_CLIENT_AUTH ?? null,
      prompt: set.OIDC_PROMPT ?? null,
      profileUrl: set.OIDC_PROFILE_URL ?? `${set.OIDC_ISSUER.replace(/\/+$/u, '')}/profile`,
      resource: set.OIDC_RESOURCE ?? null,
      scopeClaim: set.OIDC_SCOPE_CLAIM,
      scopeNames: set.OIDC_SCOPE_NAMES,
    },
    sessionKey: set.SESSION_KEY,
    registryKey: set.REGISTRY_KEY,
    consentVersion: set.CONSENT_VERSION,
    brand: { fallback: set.BRAND ?? fallbackBrand, hosts: set.BRAND_HOSTS, switchable: set.DEMO === '1' },
    mqtt: { host: set.MQTT_HOST, port: set.MQTT_PORT ?? set.PORT + 2, tls: toTls(set.MQTT_TLS_CERT, set.MQTT_TLS_KEY) },
    gatewayQuota: {
      reportsPerMinute: set.GATEWAY_REPORTS_PER_MINUTE,
      burst: set.GATEWAY_REPORT_BURST,
      bytesPerDay: set.GATEWAY_MB_PER_DAY * 1024 * 1024,
    },
    policiesUrl: set.POLICIES_URL,
    pageDir: set.PAGE_DIR,
    legalDir: set.LEGAL_DIR,
    exportStore: set.EXPORT_STORE,
  }
}

function toTls(certFile: string | undefined, keyFile: string | undefined): Config['mqtt']['tls'] {
  if (certFile === undefined || keyFile === undefined) return null
  return { certFile, keyFile }
}
