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
import { deriveReceiptSeed } from './service-changes/consents/receipt-signing-key.ts'

export type ProcessRole = (typeof processRoles)[number]

export type ClientAuthMethod = (typeof clientAuthMethods)[number]

/** The parsed settings of a process of the portal. docs/reference/settings.md lists them. */
export type Config = ReturnType<typeof toConfig>

/**
 * How the portal sends email. `from`: the sender address for each brand that does not send from the address of its
 * customer support. `keyFile`: a private key in PEM.
 */
export type MailSettings = NonNullable<Config['mail']>

/**
 * The VAPID keys (RFC 8292) in base64url. `subject`: the URL at which push services contact the operator. `testOrigin`:
 * the origin of a push service for tests, which may have any address; null in production.
 */
export type WebPushSettings = NonNullable<Config['webPush']>

/** A URL of the database, and the setting that contains it. */
export type DatabaseAddress = { setting: 'DATABASE_URL' | 'DATABASE_SESSION_URL'; url: string }

/**
 * The URLs of the operator's scripts for the page, and the origins that these scripts may use. A URL is null if the
 * script is not set. docs/reference/settings.md.
 */
export type TrackingSettings = Config['tracking']

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

function toConfig(settings: z.infer<typeof environmentSchema>, fallbackBrand: string) {
  const roles: ReadonlySet<ProcessRole> = new Set(settings.ROLES)
  const databaseAddress: DatabaseAddress = { setting: 'DATABASE_URL', url: settings.DATABASE_URL }
  return {
    roles,
    /**
     * Whether this process itself runs all its roles. Otherwise, in a process with several roles, `ingest` and `jobs` run
     * in separate processes.
     */
    isOneProcess: settings.ONE_PROCESS === '1',
    /** Whether the process belongs to the demo, whose passwords are public. */
    isDemo: settings.DEMO === '1',
    http: { host: settings.HOST, port: settings.PORT, trustedProxies: settings.TRUSTED_PROXIES },
    /** The public origin of the portal, without a trailing slash. */
    publicUrl: publicUrlOf(settings),
    metrics: { host: settings.METRICS_HOST, port: settings.METRICS_PORT ?? settings.PORT + 4 },
    logLevel: settings.LOG_LEVEL,
    /** The collector of spans, and the share of new traces to record, from 0 to 1. Null if tracing is off. */
    tracing: toTracingSettings(settings),
    /** Whether the process continues the trace in the `traceparent` header of a trusted proxy. */
    takesProxyTraces: settings.PROXY_TRACES === '1',
    /**
     * The time in ms for which a stopping process still answers requests while it reports that it is not ready. In this
     * time, balancers stop sending requests to the process.
     */
    drainMs: (settings.DRAIN_SECONDS ?? (settings.DEMO === '1' ? 0 : defaultDrainS)) * 1000,
    /** The time in ms after `drainMs` in which a stopping process disconnects its pages and gateways. */
    handoverMs: (settings.HANDOVER_SECONDS ?? (settings.DEMO === '1' ? 0 : defaultHandoverS)) * 1000,
    /** The database address for statements of requests, which may be a pooler in transaction mode. */
    databaseAddress,
    /**
     * The database address for connections that need a stable session. It differs from `databaseAddress` only if
     * `databaseAddress` is the address of a pooler in transaction mode.
     */
    sessionAddress: toSessionDatabaseAddress(settings),
    /** The NATS servers of the bus; null if the bus uses the database. */
    nats: toNatsSettings(settings),
    /** The maximum number of database connections of one process. */
    databaseConnections: settings.DATABASE_CONNECTIONS,
    oidc: {
      issuer: settings.OIDC_ISSUER,
      audience: settings.OIDC_AUDIENCE,
      clientId: settings.OIDC_CLIENT_ID,
      clientSecret: settings.OIDC_CLIENT_SECRET,
      /**
       * The method by which the portal authenticates at the token endpoint; null takes the method from the provider's
       * metadata.
       */
      clientAuth: settings.OIDC_CLIENT_AUTH ?? null,
      /**
       * The email addresses from the provider that count as verified. `always`: all addresses. `claim`: only if the claim
       * `email_verified` is true.
       */
      emailVerified: settings.OIDC_EMAIL_VERIFIED,
      /**
       * The value of `prompt` in the sign-in request (OpenID Connect Core 1.0, section 3.1.2.1); null sends no
       * `prompt`.
       */
      prompt: settings.OIDC_PROMPT ?? null,
      /** The provider's page where people edit their profile. */
      profileUrl: settings.OIDC_PROFILE_URL ?? `${settings.OIDC_ISSUER.replace(/\/+$/u, '')}/profile`,
      /** The value of the parameter `resource` (RFC 8707); null if the provider does not require the parameter. */
      resource: settings.OIDC_RESOURCE ?? null,
      scopeClaim: settings.OIDC_SCOPE_CLAIM,
      scopeNames: settings.OIDC_SCOPE_NAMES,
    },
    /** The key of 32 bytes that encrypts tokens in the database. */
    sessionKey: settings.SESSION_KEY,
    /** The key of 32 bytes for the digests of the registry's secrets. */
    registryKey: settings.REGISTRY_KEY,
    /** The seed of 32 bytes of the key that signs receipts. */
    receiptKey: receiptKeyOf(settings),
    consentVersion: settings.CONSENT_VERSION,
    brand: {
      fallback: settings.BRAND ?? fallbackBrand,
      hosts: settings.BRAND_HOSTS,
      switchable: settings.DEMO === '1',
    },
    /**
     * The MQTT listener. `proxies`: the addresses of trusted proxies, whose connections begin with a header of the
     * PROXY protocol.
     */
    mqtt: {
      host: settings.MQTT_HOST,
      port: settings.MQTT_PORT ?? settings.PORT + 2,
      tls: toTlsFiles(settings.MQTT_TLS_CERT, settings.MQTT_TLS_KEY),
      proxies: settings.MQTT_PROXIES,
    },
    /** The limits on what one gateway can store. */
    gatewayQuota: {
      reportsPerMinute: settings.GATEWAY_REPORTS_PER_MINUTE,
      burst: settings.GATEWAY_REPORT_BURST,
      bytesPerDay: settings.GATEWAY_MB_PER_DAY * 1024 * 1024,
    },
    /** The contact to whom people report vulnerabilities, as `mailto:` or `https:`. Null if none is published. */
    securityContact: settings.SECURITY_CONTACT ?? null,
    policiesUrl: settings.POLICIES_URL,
    tracking: {
      consentWidgetUrl: settings.CONSENT_WIDGET_URL ?? null,
      tagManagerUrl: settings.TAG_MANAGER_URL ?? null,
      origins: settings.TRACKING_ORIGINS,
    },
    pageDir: settings.PAGE_DIR,
    /** Whether browsers get the service worker. If they do not, browsers remove an installed worker. */
    isWorkerOn: settings.SERVICE_WORKER === '1',
    /** The folder of the operator's legal documents, `<language>/<COUNTRY>/<kind>.md`. */
    legalDir: settings.LEGAL_DIR,
    /** The store for the files of exports. */
    exportStore: settings.EXPORT_STORE,
    noticeTimes: {
      errorMs: settings.ERROR_TOLD_AFTER_SECONDS * 1000,
      warningMs: settings.WARNING_TOLD_AFTER_MINUTES * minuteMs,
      offlineMs: settings.OFFLINE_TOLD_AFTER_MINUTES * minuteMs,
    },
    /** The minimum and maximum of the random waits in the trial of a takeover. */
    takeoverWaits: toTrialWaitRange(settings.TAKEOVER_WAIT_SECONDS * 1000),
    /** The settings for sending email; null if the portal sends no email. */
    mail: toMailSettings(settings),
    /** The keys of web push; null if the portal sends no pushes. */
    webPush: toWebPushSettings(settings),
  }
}
