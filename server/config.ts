import * as z from 'zod/mini'
import { minuteMs } from '#contract/durations.ts'
import { findContradiction } from './config-contradictions.ts'
import {
  toMailSettings,
  toNatsSettings,
  toSessionDatabaseAddress,
  toTlsFiles,
  toTracingSettings,
  toTrialWaitRange,
  toWebPushSettings,
} from './config-values.ts'
import { type clientAuthMethods, environmentSchema, type processRoles } from './environment.ts'
import type { TrialWaitRange } from './appliances/access/takeover/trial.ts'
import type { NatsAddress } from './live/bus/nats/nats-address.ts'
import type { FileStoreSetting } from './exports/files/file-store-setting.ts'
import type { NoticeDelays } from './notices/notice-rules.ts'
import { deriveReceiptSeed } from './service-changes/consents/receipt-signing-key.ts'

export type ProcessRole = (typeof processRoles)[number]

export type ClientAuthMethod = (typeof clientAuthMethods)[number]

/** The parsed settings of a process of the portal. docs/reference/settings.md lists them. */
export type Config = {
  roles: ReadonlySet<ProcessRole>
  /**
   * Whether this process itself runs all its roles. Otherwise, in a process with several roles, `ingest` and `jobs` run
   * in separate processes.
   */
  isOneProcess: boolean
  /** Whether the process belongs to the demo, whose passwords are public. */
  isDemo: boolean
  http: { host: string; port: number; trustedProxies: string[] }
  /** The public origin of the portal, without a trailing slash. */
  publicUrl: string
  metrics: { host: string; port: number }
  logLevel: string
  /** The collector of spans, and the share of new traces to record, from 0 to 1. Null if tracing is off. */
  tracing: { endpoint: string; share: number } | null
  /** Whether the process continues the trace in the `traceparent` header of a trusted proxy. */
  takesProxyTraces: boolean
  /**
   * The time in ms for which a stopping process still answers requests while it reports that it is not ready. In this
   * time, balancers stop sending requests to the process.
   */
  drainMs: number
  /** The time in ms after `drainMs` in which a stopping process disconnects its pages and gateways. */
  handoverMs: number
  /** The database address for statements of requests, which may be a pooler in transaction mode. */
  databaseAddress: DatabaseAddress
  /**
   * The database address for connections that need a stable session. It differs from `databaseAddress` only if
   * `databaseAddress` is the address of a pooler in transaction mode.
   */
  sessionAddress: DatabaseAddress
  /** The NATS servers of the bus; null if the bus uses the database. */
  nats: { address: NatsAddress; caFile: string | null; credentialsFile: string | null; prefix: string } | null
  /** The maximum number of database connections of one process. */
  databaseConnections: number
  oidc: {
    issuer: string
    audience: string
    clientId: string
    clientSecret: string
    /**
     * The method by which the portal authenticates at the token endpoint; null takes the method from the provider's
     * metadata.
     */
    clientAuth: ClientAuthMethod | null
    /**
     * The email addresses from the provider that count as verified. `always`: all addresses. `claim`: only if the claim
     * `email_verified` is true.
     */
    emailVerified: 'claim' | 'always'
    /**
     * The value of `prompt` in the sign-in request (OpenID Connect Core 1.0, section 3.1.2.1); null sends no
     * `prompt`.
     */
    prompt: string | null
    /** The provider's page where people edit their profile. */
    profileUrl: string
    /** The value of the parameter `resource` (RFC 8707); null if the provider does not require the parameter. */
    resource: string | null
    scopeClaim: string
    scopeNames: ReadonlyMap<string, string>
  }
  /** The key of 32 bytes that encrypts tokens in the database. */
  sessionKey: Buffer
  /** The key of 32 bytes for the digests of the registry's secrets. */
  registryKey: Buffer
  /** The seed of 32 bytes of the key that signs receipts. */
  receiptKey: Buffer
  consentVersion: string
  brand: { fallback: string; hosts: ReadonlyMap<string, string>; switchable: boolean }
  /**
   * The MQTT listener. `proxies`: the addresses of trusted proxies, whose connections begin with a header of the
   * PROXY protocol.
   */
  mqtt: { host: string; port: number; tls: { certFile: string; keyFile: string } | null; proxies: string[] }
  /** The limits on what one gateway can store. */
  gatewayQuota: { reportsPerMinute: number; burst: number; bytesPerDay: number }
  /** The contact to whom people report vulnerabilities, as `mailto:` or `https:`. Null if none is published. */
  securityContact: string | null
  policiesUrl: string
  tracking: TrackingSettings
  pageDir: string
  /** Whether browsers get the service worker. If they do not, browsers remove an installed worker. */
  isWorkerOn: boolean
  /**
   * Whether past days of telemetry are compressed. While this is false, the operator can return to the previous
   * release.
   */
  isPackingTelemetry: boolean
  /** The folder of the operator's legal documents, `<language>/<COUNTRY>/<kind>.md`. */
  legalDir: string
  /** The store for the files of exports. */
  exportStore: FileStoreSetting
  noticeTimes: NoticeDelays
  /** The minimum and maximum of the random waits in the trial of a takeover. */
  takeoverWaits: TrialWaitRange
  /** The settings for sending email; null if the portal sends no email. */
  mail: MailSettings | null
  /** The keys of web push; null if the portal sends no pushes. */
  webPush: WebPushSettings | null
}

/**
 * How the portal sends email. `from`: the sender address for each brand that does not send from the address of its
 * customer support. `keyFile`: a private key in PEM.
 */
export type MailSettings = {
  url: string
  from: ReadonlyMap<string, string>
  dkim: { domain: string; selector: string; keyFile: string } | null
}

/** The VAPID keys (RFC 8292) in base64url. `subject`: the URL at which push services contact the operator. */
export type WebPushSettings = {
  publicKey: string
  privateKey: string
  subject: string
  /** The origin of a push service for tests, which may have any address; null in production. */
  testOrigin: string | null
}

/** A URL of the database, and the setting that contains it. */
export type DatabaseAddress = { setting: 'DATABASE_URL' | 'DATABASE_SESSION_URL'; url: string }

/**
 * The URLs of the operator's scripts for the page, and the origins that these scripts may use. A URL is null if the
 * script is not set. docs/reference/settings.md.
 */
export type TrackingSettings = {
  consentWidgetUrl: string | null
  tagManagerUrl: string | null
  origins: readonly string[]
}

/** The default drain time suits balancers that check every few seconds whether a process is ready. */
const defaultDrainS = 5
const defaultHandoverS = 10
/** The maximum length of a setting's value. No valid value is longer; a longer value is probably a pasted file. */
const maxSettingLength = 16_384

/** Thrown if a setting is missing or wrong. The message has the name of the setting and the accepted values. */
export class SettingError extends Error {
  override name = 'SettingError'
}

export type Environment = Record<string, string | undefined>

/**
 * Parses the settings from environment variables. An empty variable counts as not set.
 * @throws SettingError that names missing, wrong or contradictory variables
 */
export function parseConfig(env: Environment, fallbackBrand: string): Config {
  const set = parse(environmentSchema, env)
  const config = toConfig(set, fallbackBrand)
  const contradiction = findContradiction(set, config)
  if (contradiction !== null) throw new SettingError(`Settings: ${contradiction}`)
  return config
}

/** Throws if a setting names a brand that has no folder in `brands/`. @throws SettingError */
export function refuseUnknownBrands(
  { brand, mail }: Pick<Config, 'brand' | 'mail'>,
  brandIds: readonly string[],
): void {
  const choice = `the brands are ${brandIds.join(', ')}`
  const sender = [...(mail?.from.keys() ?? [])].find((id) => !brandIds.includes(id))
  if (sender !== undefined) throw new SettingError(`Settings: MAIL_FROM names an unknown brand, ${sender}; ${choice}.`)
  if (!brandIds.includes(brand.fallback)) throw new SettingError(`Settings: BRAND names no brand; ${choice}.`)
  const [address] = [...brand.hosts].find(([, id]) => !brandIds.includes(id)) ?? []
  if (address !== undefined)
    throw new SettingError(`Settings: BRAND_HOSTS gives ${address} an unknown brand; ${choice}.`)
}

/** Parses only the settings of the database address, for operator commands. @throws SettingError */
export function parseSessionDatabaseAddress(env: Environment): DatabaseAddress {
  return toSessionDatabaseAddress(
    parse(z.pick(environmentSchema, { DATABASE_URL: true, DATABASE_SESSION_URL: true }), env),
  )
}

/** Parses only the key of the registry, for an import of gateways. @throws SettingError */
export function parseRegistryKey(env: Environment): Buffer {
  return parse(z.pick(environmentSchema, { REGISTRY_KEY: true }), env).REGISTRY_KEY
}

/** Parses only the settings of receipts, for operator commands that end consents. @throws SettingError */
export function parseReceiptSettings(env: Environment): Pick<Config, 'receiptKey' | 'registryKey' | 'publicUrl'> {
  const names = { REGISTRY_KEY: true, RECEIPT_KEY: true, PUBLIC_URL: true, PORT: true } as const
  const set = parse(z.pick(environmentSchema, names), env)
  return { receiptKey: receiptKeyOf(set), registryKey: set.REGISTRY_KEY, publicUrl: publicUrlOf(set) }
}

type ReceiptVariables = Pick<z.infer<typeof environmentSchema>, 'RECEIPT_KEY' | 'REGISTRY_KEY'>

function receiptKeyOf({ RECEIPT_KEY, REGISTRY_KEY }: ReceiptVariables): Buffer {
  return RECEIPT_KEY ?? deriveReceiptSeed(REGISTRY_KEY)
}

function publicUrlOf({ PUBLIC_URL, PORT }: Pick<z.infer<typeof environmentSchema>, 'PUBLIC_URL' | 'PORT'>): string {
  return (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/+$/u, '')
}

function parse<Shape extends z.core.$ZodLooseShape>(schema: z.ZodMiniObject<Shape>, env: Environment) {
  const present = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => (env[name] ? [[name, env[name]] as const] : [])),
  )
  const unusable = Object.entries(present).flatMap(([name, value]) => unusableText(name, value) ?? [])
  if (unusable.length > 0) throw new SettingError(`Settings: ${unusable.join('; ')}.`)
  const parsed = schema.safeParse(present)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => describe(issue, present))
  throw new SettingError(`Settings: ${[...new Set(problems)].join('; ')}.`)
}

function unusableText(name: string, value: string): string | null {
  if (value.length > maxSettingLength) return `${name} is longer than ${maxSettingLength} characters`
  // eslint-disable-next-line no-control-regex
  return /[\u0000-\u001f\u007f]/u.test(value) ? `${name} holds a line break or another control character` : null
}

function describe({ path: [name = ''], message }: z.core.$ZodIssue, present: Environment): string {
  return present[String(name)] === undefined ? `${String(name)} is missing` : `${String(name)} ${message}`
}

function toConfig(settings: z.infer<typeof environmentSchema>, fallbackBrand: string): Config {
  return {
    roles: new Set(settings.ROLES),
    isOneProcess: settings.ONE_PROCESS === '1',
    isDemo: settings.DEMO === '1',
    http: { host: settings.HOST, port: settings.PORT, trustedProxies: settings.TRUSTED_PROXIES },
    publicUrl: publicUrlOf(settings),
    metrics: { host: settings.METRICS_HOST, port: settings.METRICS_PORT ?? settings.PORT + 4 },
    logLevel: settings.LOG_LEVEL,
    tracing: toTracingSettings(settings),
    takesProxyTraces: settings.PROXY_TRACES === '1',
    drainMs: (settings.DRAIN_SECONDS ?? (settings.DEMO === '1' ? 0 : defaultDrainS)) * 1000,
    handoverMs: (settings.HANDOVER_SECONDS ?? (settings.DEMO === '1' ? 0 : defaultHandoverS)) * 1000,
    databaseAddress: { setting: 'DATABASE_URL', url: settings.DATABASE_URL },
    sessionAddress: toSessionDatabaseAddress(settings),
    nats: toNatsSettings(settings),
    databaseConnections: settings.DATABASE_CONNECTIONS,
    oidc: {
      issuer: settings.OIDC_ISSUER,
      audience: settings.OIDC_AUDIENCE,
      clientId: settings.OIDC_CLIENT_ID,
      clientSecret: settings.OIDC_CLIENT_SECRET,
      clientAuth: settings.OIDC_CLIENT_AUTH ?? null,
      emailVerified: settings.OIDC_EMAIL_VERIFIED,
      prompt: settings.OIDC_PROMPT ?? null,
      profileUrl: settings.OIDC_PROFILE_URL ?? `${settings.OIDC_ISSUER.replace(/\/+$/u, '')}/profile`,
      resource: settings.OIDC_RESOURCE ?? null,
      scopeClaim: settings.OIDC_SCOPE_CLAIM,
      scopeNames: settings.OIDC_SCOPE_NAMES,
    },
    sessionKey: settings.SESSION_KEY,
    registryKey: settings.REGISTRY_KEY,
    receiptKey: receiptKeyOf(settings),
    consentVersion: settings.CONSENT_VERSION,
    brand: {
      fallback: settings.BRAND ?? fallbackBrand,
      hosts: settings.BRAND_HOSTS,
      switchable: settings.DEMO === '1',
    },
    mqtt: {
      host: settings.MQTT_HOST,
      port: settings.MQTT_PORT ?? settings.PORT + 2,
      tls: toTlsFiles(settings.MQTT_TLS_CERT, settings.MQTT_TLS_KEY),
      proxies: settings.MQTT_PROXIES,
    },
    gatewayQuota: {
      reportsPerMinute: settings.GATEWAY_REPORTS_PER_MINUTE,
      burst: settings.GATEWAY_REPORT_BURST,
      bytesPerDay: settings.GATEWAY_MB_PER_DAY * 1024 * 1024,
    },
    securityContact: settings.SECURITY_CONTACT ?? null,
    policiesUrl: settings.POLICIES_URL,
    tracking: {
      consentWidgetUrl: settings.CONSENT_WIDGET_URL ?? null,
      tagManagerUrl: settings.TAG_MANAGER_URL ?? null,
      origins: settings.TRACKING_ORIGINS,
    },
    pageDir: settings.PAGE_DIR,
    isWorkerOn: settings.SERVICE_WORKER === '1',
    isPackingTelemetry: settings.TELEMETRY_PACKING === '1',
    legalDir: settings.LEGAL_DIR,
    exportStore: settings.EXPORT_STORE,
    noticeTimes: {
      errorMs: settings.ERROR_TOLD_AFTER_SECONDS * 1000,
      warningMs: settings.WARNING_TOLD_AFTER_MINUTES * minuteMs,
      offlineMs: settings.OFFLINE_TOLD_AFTER_MINUTES * minuteMs,
    },
    takeoverWaits: toTrialWaitRange(settings.TAKEOVER_WAIT_SECONDS * 1000),
    mail: toMailSettings(settings),
    webPush: toWebPushSettings(settings),
  }
}
