import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { dayS } from '#contract/durations.ts'
import { requestedScopes, scopes } from '#contract/scopes.ts'
import { parseNatsUrl } from './live/bus/nats/nats-address.ts'
import { parseDatabaseHosts } from './database/host-selector.ts'
import { parseFileStoreSetting } from './exports/files/file-store-setting.ts'
import { isNetworkOrAddress } from './http/client-address.ts'

export const processRoles = ['api', 'push', 'partners', 'ingest', 'jobs'] as const

/** The offsets of the metrics ports from `METRICS_PORT`, for the roles that run in processes of their own. */
export const metricsPortOffsets = { ingest: 1, jobs: 2 } as const satisfies Partial<
  Record<(typeof processRoles)[number], number>
>

/** The method by which the portal sends its client secret: in the header, or in the body. RFC 6749, section 2.3.1. */
export const clientAuthMethods = ['basic', 'post'] as const

const emailVerifications = ['claim', 'always'] as const

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const
export const maxPort = 65_535
/**
 * A host name by RFC 1123. Its last label must not be a number; otherwise an IP address with a typing error would count
 * as a host name.
 */
const hostName = /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/iu
const scopeName = new RegExp(`^(?:${requestedScopes.map((name) => name.replaceAll('.', '\\.')).join('|')})$`, 'u')
const pairForm = /^[^=]+=[^=]*$/u

const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' })
const count = number(1, 9_999)
const amount = number(1, 999_999_999)
const port = number(1, maxPort)
const text = z.string()
const shortText = z.string().check(z.maxLength(32, { error: 'must have 32 characters or fewer' }))
const webUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address, as https://portal.example' })
const origin = webUrl.check(
  z.refine((value) => !URL.canParse(value) || /^(?:\/|)$/u.test(new URL(value).pathname + new URL(value).search), {
    error: 'must be an address without a path, as https://portal.example',
  }),
)
const plainOrigin = origin.check(z.regex(/^http:/u, { error: 'must be an http address, as http://localhost:9000' }))
const issuer = webUrl.check(
  z.refine((value) => !/[?#]/u.test(value), { error: 'must be an address without query and fragment' }),
)
const databaseUrl = z.string().check(
  z.refine((value) => parseDatabaseHosts(value) !== undefined, {
    error: 'must be of the form postgres://user:password@host:port/database',
  }),
)
const busUrl = z.pipe(
  z.string(),
  z.transform((value: string, context) => {
    const address = parseNatsUrl(value)
    if (address !== undefined) return address
    const message = 'must be of the form nats://user:password@host:port,host:port, or tls://…'
    context.issues.push({ code: 'custom', message, input: value })
    return z.NEVER
  }),
)
const subjectName = z
  .string()
  .check(z.regex(/^[a-z\d-]{1,32}$/iu, { error: 'must be up to 32 letters, digits and hyphens' }))
const contact = z.url({
  protocol: /^(https|mailto)$/,
  error: 'must be an address as mailto:security@portal.example or https://portal.example/security',
})
const mailServer = z.string().check(
  z.refine((value) => /^smtps?:\/\/[^/]/u.test(value) && URL.canParse(value), {
    error: 'must be an address as smtps://user:password@mail.example or smtp://mail.example:587',
  }),
)
/** Matches one email address without separators, because the address becomes part of an email header. */
const mailAddress = /^[^\s@<>,;:"()[\]\\]{1,64}@[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?$/iu
const dnsLabels = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/iu
const dnsName = z
  .string()
  .check(z.regex(dnsLabels, { error: 'must be a name of DNS, as portal.example' }), z.maxLength(253))
const vapidKey = (bytes: number) =>
  z.string().check(
    z.refine((value) => /^[\w-]+$/u.test(value) && Buffer.from(value, 'base64url').length === bytes, {
      error: 'must be a key as "node scripts/portal.mjs vapid" prints it',
    }),
  )
const resource = z.string().check(
  z.refine((value) => URL.canParse(value) && !value.includes('#'), {
    error: 'must be an absolute URI without a fragment (RFC 8707)',
  }),
)
const host = z.string().check(
  z.refine((value) => isIP(value) !== 0 || hostName.test(value), {
    error: 'must be an IP address or the name of a host, as 0.0.0.0',
  }),
)
const key = z.pipe(
  z.string().check(
    z.refine((value) => /^[\w+/-]{43}=?$/u.test(value) && Buffer.from(value, 'base64').length === 32, {
      error: 'must be 32 bytes in base64, as "openssl rand -base64 32" prints them',
    }),
    z.refine((value) => Buffer.from(value, 'base64').some((byte) => byte !== 0), {
      error: 'must not be all zeros; make one with "openssl rand -base64 32"',
    }),
  ),
  z.transform((value: string) => Buffer.from(value, 'base64')),
)
const store = z.pipe(
  z.string(),
  z.transform((value: string, context) => {
    const setting = parseFileStoreSetting(value)
    if (setting !== null) return setting
    context.issues.push({ code: 'custom', message: 'must be file:<folder> or s3:<bucket>[/prefix][?…]', input: value })
    return z.NEVER
  }),
)
const list = z.pipe(
  z.string(),
  z.transform((value: string) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
)
const roleList = z.pipe(
  list,
  z
    .array(z.enum(processRoles, { error: `must name roles out of ${processRoles.join(', ')}` }))
    .check(z.minLength(1, { error: `must name one of ${processRoles.join(', ')}` })),
)
const proxies = z.pipe(
  list,
  z.array(
    z
      .string()
      .check(
        z.refine(isNetworkOrAddress, { error: 'must list addresses or networks, as 10.0.0.0/8, separated by commas' }),
      ),
  ),
)
const origins = z.pipe(
  list,
  z.array(
    z.string().check(
      z.refine((value) => /^https?:/u.test(value) && URL.canParse(value) && new URL(value).origin === value, {
        error: 'must list origins separated by commas, as https://tags.example',
      }),
    ),
  ),
)

/** Creates a schema for `left=right` pairs that are separated by commas. */
function pairs(leftPattern: RegExp, right: RegExp, example: string) {
  const pair = z.string().check(
    z.refine((value) => pairForm.test(value) && leftPattern.test(toPair(value)[0]) && right.test(toPair(value)[1]), {
      error: `must list pairs separated by commas, as ${example}`,
    }),
  )
  return z.pipe(
    z.pipe(list, z.array(pair)),
    z.transform((value: string[]) => new Map(value.map(toPair))),
  )
}

function toPair(pair: string): [string, string] {
  const [name = '', value = ''] = pair.split('=')
  return [name.trim(), value.trim()]
}

/**
 * The value of the OpenID Connect parameter `prompt`. The value `none` is not allowed, because with it the provider
 * would show no sign-in page.
 */
const prompt = z.string().check(
  z.regex(/^(login|consent|select_account|create)( (login|consent|select_account|create))*$/, {
    error: 'must be login, consent, select_account or create; several with a space between',
  }),
)

/** A share from 0 to 1, in the format of OpenTelemetry. */
const share = z.pipe(
  z.string().check(
    z.refine((value) => /^\d(?:\.\d{1,9})?$/u.test(value) && Number(value) <= 1, {
      error: 'must be a number from 0 to 1, as 0.01',
    }),
  ),
  z.transform(Number),
)

function number(min: number, max: number) {
  return z.pipe(
    z.string().check(
      z.refine((value) => /^\d{1,9}$/u.test(value) && Number(value) >= min && Number(value) <= max, {
        error: `must be a number from ${min} to ${max}`,
      }),
    ),
    z.transform(Number),
  )
}

/**
 * The environment variables of a process of the portal, with the messages for invalid values.
 * docs/reference/settings.md.
 */
export const environmentSchema = z.object({
  ROLES: z._default(roleList, [...processRoles]),
  ONE_PROCESS: z._default(flag, '0'),
  HOST: z._default(host, '0.0.0.0'),
  PORT: z._default(port, 8080),
  PUBLIC_URL: z.optional(origin),
  TRUSTED_PROXIES: z._default(proxies, []),
  METRICS_HOST: z._default(host, '127.0.0.1'),
  METRICS_PORT: z.optional(port),
  DRAIN_SECONDS: z.optional(number(0, 300)),
  HANDOVER_SECONDS: z.optional(number(0, 300)),
  LOG_LEVEL: z._default(z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }), 'info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(webUrl),
  OTEL_TRACES_SAMPLER_ARG: z._default(share, 0.01),
  PROXY_TRACES: z._default(flag, '0'),
  DATABASE_URL: databaseUrl,
  DATABASE_SESSION_URL: z.optional(databaseUrl),
  DATABASE_CONNECTIONS: z._default(count, 10),
  BUS_URL: z.optional(busUrl),
  BUS_CA_FILE: z.optional(text),
  BUS_CREDENTIALS_FILE: z.optional(text),
  BUS_PREFIX: z.optional(subjectName),
  OIDC_ISSUER: issuer,
  OIDC_AUDIENCE: text,
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_CLIENT_AUTH: z.optional(z.enum(clientAuthMethods, { error: `must be ${clientAuthMethods.join(' or ')}` })),
  OIDC_EMAIL_VERIFIED: z._default(
    z.enum(emailVerifications, { error: `must be ${emailVerifications.join(' or ')}` }),
    'claim',
  ),
  OIDC_PROMPT: z.optional(prompt),
  OIDC_PROFILE_URL: z.optional(webUrl),
  OIDC_RESOURCE: z.optional(resource),
  OIDC_SCOPE_CLAIM: z._default(text, 'scope'),
  OIDC_SCOPE_NAMES: z._default(pairs(scopeName, /^[!#-[\]-~]*$/u, `${scopes[0]}=claim`), new Map()),
  SESSION_KEY: key,
  REGISTRY_KEY: key,
  RECEIPT_KEY: z.optional(key),
  CONSENT_VERSION: z._default(shortText, '1'),
  BRAND: z.optional(text),
  BRAND_HOSTS: z._default(pairs(hostName, /^[a-z][a-z\d-]*$/u, 'heating.example=cedar'), new Map()),
  DEMO: z._default(flag, '0'),
  MQTT_HOST: z._default(host, '0.0.0.0'),
  MQTT_PORT: z.optional(port),
  MQTT_PLAIN: z._default(flag, '0'),
  MQTT_PROXIES: z._default(proxies, []),
  MQTT_TLS_CERT: z.optional(text),
  MQTT_TLS_KEY: z.optional(text),
  GATEWAY_REPORTS_PER_MINUTE: z._default(amount, 120),
  GATEWAY_REPORT_BURST: z._default(amount, 20_000),
  GATEWAY_MB_PER_DAY: z._default(amount, 64),
  SECURITY_CONTACT: z.optional(contact),
  POLICIES_URL: webUrl,
  CONSENT_WIDGET_URL: z.optional(webUrl),
  TAG_MANAGER_URL: z.optional(webUrl),
  TRACKING_ORIGINS: z._default(origins, []),
  PAGE_DIR: z._default(text, 'dist/page'),
  SERVICE_WORKER: z._default(flag, '1'),
  LEGAL_DIR: z._default(text, 'legal'),
  EXPORT_STORE: z.prefault(store, 'file:.data/exports'),
  ERROR_TOLD_AFTER_SECONDS: z._default(number(1, dayS), 120),
  WARNING_TOLD_AFTER_MINUTES: z._default(number(1, 43_200), 1440),
  OFFLINE_TOLD_AFTER_MINUTES: z._default(number(1, 43_200), 60),
  TAKEOVER_WAIT_SECONDS: z._default(number(1, 600), 90),
  SMTP_URL: z.optional(mailServer),
  MAIL_FROM: z._default(pairs(/^[a-z][a-z\d-]*$/u, mailAddress, 'cedar=portal@cedar.example'), new Map()),
  DKIM_DOMAIN: z.optional(dnsName),
  DKIM_SELECTOR: z.optional(dnsName),
  DKIM_KEY: z.optional(text),
  VAPID_PUBLIC_KEY: z.optional(vapidKey(65)),
  VAPID_PRIVATE_KEY: z.optional(vapidKey(32)),
  PUSH_TEST_ORIGIN: z.optional(plainOrigin),
})
