import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/durations.ts'
import { SettingError, parseConfig, refuseUnknownBrands } from './config.ts'
import { environmentSchema } from './environment.ts'

const key = Buffer.alloc(32, 1).toString('base64')

const env = {
  DATABASE_URL: 'postgres://portal@db/portal',
  OIDC_ISSUER: 'https://identity.example',
  OIDC_AUDIENCE: 'gateway-portal',
  OIDC_CLIENT_ID: 'portal',
  OIDC_CLIENT_SECRET: 'secret',
  SESSION_KEY: key,
  REGISTRY_KEY: key,
  POLICIES_URL: 'https://policies.example',
  DEMO: '1',
}

test('the other ports follow from PORT', () => {
  const config = parseConfig({ ...env, PORT: '9000' }, 'cedar')
  expect([config.http.port, config.mqtt.port, config.metrics.port]).toEqual([9000, 9002, 9004])
  expect(config.publicUrl).toBe('http://localhost:9000')
})

test('a deployment maps host names to brands, with BRAND as the default', () => {
  const config = parseConfig({ ...env, BRAND_HOSTS: 'a.example=alder,b.example=birch' }, 'cedar')
  expect(config.brand).toEqual({
    fallback: 'cedar',
    hosts: new Map([
      ['a.example', 'alder'],
      ['b.example', 'birch'],
    ]),
    switchable: true,
  })
})

test('without ROLES a process has all of them', () => {
  expect([...parseConfig(env, 'cedar').roles]).toEqual(['api', 'push', 'partners', 'ingest', 'jobs'])
  expect([...parseConfig({ ...env, ROLES: 'api,push' }, 'cedar').roles]).toEqual(['api', 'push'])
})

test('the files of exports are in a folder, or in a bucket', () => {
  expect(parseConfig(env, 'cedar').exportStore).toEqual({ kind: 'file', folder: '.data/exports' })
  const inBucket = parseConfig({ ...env, EXPORT_STORE: 's3:portal/exports?region=eu-central-1' }, 'cedar')
  expect(inBucket.exportStore).toMatchObject({ kind: 's3', bucket: 'portal', prefix: 'exports/' })
})

test('the bus uses NATS if it is configured', () => {
  expect(parseConfig(env, 'cedar').nats).toBeNull()
  const files = { BUS_CA_FILE: '/etc/portal/ca.crt', BUS_CREDENTIALS_FILE: '/etc/portal/nats.creds' }
  expect(parseConfig({ ...env, BUS_URL: 'tls://a,b:4333', BUS_PREFIX: 'north', ...files }, 'cedar').nats).toEqual({
    address: { hosts: ['a:4222', 'b:4333'], mustEncrypt: true, sign: { kind: 'none' } },
    caFile: '/etc/portal/ca.crt',
    credentialsFile: '/etc/portal/nats.creds',
    prefix: 'north',
  })
})

test('sessions use the database directly if it is behind a pooler', () => {
  const direct = { setting: 'DATABASE_URL', url: env.DATABASE_URL }
  expect(parseConfig(env, 'cedar')).toMatchObject({ databaseAddress: direct, sessionAddress: direct })
  const own = 'postgres://portal@db:5432/portal'
  expect(parseConfig({ ...env, DATABASE_SESSION_URL: own }, 'cedar')).toMatchObject({
    databaseAddress: direct,
    sessionAddress: { setting: 'DATABASE_SESSION_URL', url: own },
  })
})

const notAPort = ['0', '65536', '99999', '-1', '8080.5', '0x50', '1e3', 'http', '٨٠٨٠']
const notAnAmount = ['0', '-1', '1.5', '1e3', '1000000000', 'many']
const notAHost = ['999.1.1.1', '1.2.3', '0.0.0.0:80', 'http://localhost', 'a b', '-a', 'häuser', '[::1]', 'a..b']
const notAWebAddress = ['identity', 'ftp://identity.example', 'https://', '//identity.example', 'javascript:alert(1)']
const notAKey = [
  'short',
  Buffer.alloc(32).toString('base64'),
  Buffer.alloc(31).toString('base64'),
  Buffer.alloc(33).toString('base64'),
  '!'.repeat(43),
]
const notAPair = ['alder', '=alder', 'a.example=b=c', '=']

/**
 * For each setting, the values that must be refused. `required`: the setting has no default. start.test.ts tests values
 * that are invalid only on some machines.
 */
const settings: Readonly<Record<string, { required?: true; refused: readonly string[] }>> = {
  ROLES: { refused: [',', ' , ', 'cook', 'api,cook', 'API', 'api;push'] },
  ONE_PROCESS: { refused: ['yes', 'true', '2'] },
  PORT: { refused: notAPort },
  HOST: { refused: notAHost },
  PUBLIC_URL: { refused: [...notAWebAddress, 'https://portal.example/portal', 'https://portal.example/?a=1'] },
  TRUSTED_PROXIES: { refused: ['nonsense', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0', '::1/129', 'toString', '*'] },
  DATABASE_URL: { required: true, refused: ['db', 'mysql://db/portal', 'https://db/portal', 'postgres://'] },
  DATABASE_SESSION_URL: { refused: ['db', 'mysql://db/portal', 'https://db/portal', 'postgres://'] },
  BUS_URL: { refused: ['nats', 'nats://', 'mqtt://nats', 'nats://a,,b', 'nats://a/b', 'nats://@a', 'nats://%:x@a'] },
  BUS_CA_FILE: { refused: ['/etc/portal/ca.crt'] },
  BUS_CREDENTIALS_FILE: { refused: ['/etc/portal/nats.creds'] },
  BUS_PREFIX: { refused: ['portal', 'a.b', '>', 'a b'] },
  DRAIN_SECONDS: { refused: ['-1', '301', '1.5', 'long'] },
  HANDOVER_SECONDS: { refused: ['-1', '301', '1.5', 'long'] },
  DATABASE_CONNECTIONS: { refused: ['0', '-1', '10000', 'many', '1.5'] },
  OIDC_ISSUER: { required: true, refused: [...notAWebAddress, 'https://identity.example?tenant=1'] },
  OIDC_AUDIENCE: { required: true, refused: [] },
  OIDC_CLIENT_ID: { required: true, refused: [] },
  OIDC_CLIENT_SECRET: { required: true, refused: [] },
  OIDC_CLIENT_AUTH: { refused: ['Basic', 'none', 'basic,post'] },
  OIDC_EMAIL_VERIFIED: { refused: ['true', 'never', 'Always'] },
  OIDC_PROMPT: { refused: ['none', 'login,consent', 'Login', 'login  consent'] },
  OIDC_PROFILE_URL: { refused: notAWebAddress },
  OIDC_RESOURCE: { refused: ['portal', '/api', 'https://portal.example/#api'] },
  OIDC_SCOPE_CLAIM: { refused: [] },
  OIDC_SCOPE_NAMES: { refused: [...notAPair, 'cooking=cook', 'resource=a b'] },
  SESSION_KEY: { required: true, refused: notAKey },
  REGISTRY_KEY: { required: true, refused: notAKey },
  RECEIPT_KEY: { refused: notAKey },
  CONSENT_VERSION: { refused: ['1'.repeat(33)] },
  BRAND: { refused: ['zebra', 'Cedar', '../cedar'] },
  BRAND_HOSTS: {
    refused: [...notAPair, 'a.example=', 'a.example=zebra', 'a.example:80=alder', 'https://a.example=alder'],
  },
  MQTT_HOST: { refused: notAHost },
  MQTT_PORT: { refused: notAPort },
  MQTT_TLS_CERT: { refused: ['tls.crt'] },
  MQTT_TLS_KEY: { refused: ['tls.key'] },
  MQTT_PROXIES: { refused: ['nonsense', '10.0.0.0/33', '10.0.0.0/8/8', '*'] },
  GATEWAY_REPORTS_PER_MINUTE: { refused: notAnAmount },
  GATEWAY_REPORT_BURST: { refused: notAnAmount },
  GATEWAY_MB_PER_DAY: { refused: notAnAmount },
  SECURITY_CONTACT: { refused: ['security@portal.example', 'http://portal.example', 'tel:110'] },
  POLICIES_URL: { required: true, refused: notAWebAddress },
  CONSENT_WIDGET_URL: { refused: notAWebAddress },
  TAG_MANAGER_URL: { refused: notAWebAddress },
  TRACKING_ORIGINS: {
    refused: [
      'https://a.example/',
      'https://a.example,b.example',
      '*',
      "https://a.example; script-src 'unsafe-inline'",
    ],
  },
  METRICS_HOST: { refused: notAHost },
  METRICS_PORT: { refused: [...notAPort, '65535'] },
  LOG_LEVEL: { refused: ['loud', 'INFO', '30'] },
  OTEL_EXPORTER_OTLP_ENDPOINT: { refused: notAWebAddress },
  OTEL_TRACES_SAMPLER_ARG: { refused: ['2', '-0.1', '1%', 'all', '1e-2', '1.1'] },
  PROXY_TRACES: { refused: ['on', 'false', '2'] },
  PAGE_DIR: { refused: [] },
  SERVICE_WORKER: { refused: ['on', 'false', '2'] },
  LEGAL_DIR: { refused: [] },
  ERROR_TOLD_AFTER_SECONDS: { refused: notAnAmount },
  WARNING_TOLD_AFTER_MINUTES: { refused: notAnAmount },
  OFFLINE_TOLD_AFTER_MINUTES: { refused: notAnAmount },
  TAKEOVER_WAIT_SECONDS: { refused: notAnAmount },
  SMTP_URL: { refused: ['mail.example', 'https://mail.example', 'smtp:'] },
  MAIL_FROM: {
    refused: [
      ...notAPair,
      'cedar=portal',
      'cedar=a@b@c',
      'cedar=<a@b.example>',
      'cedar=a b@c.example',
      'zebra=a@b.example',
    ],
  },
  DKIM_DOMAIN: { refused: ['-', 'a..b', 'a b', 'portal.example'] },
  DKIM_SELECTOR: { refused: ['-', 'a b', '2026'] },
  DKIM_KEY: { refused: ['/etc/portal/dkim.pem'] },
  VAPID_PUBLIC_KEY: { refused: ['short', 'x'.repeat(88), '!'.repeat(87), 'x'.repeat(87)] },
  VAPID_PRIVATE_KEY: { refused: ['short', 'x'.repeat(44), '!'.repeat(43), 'x'.repeat(43)] },
  PUSH_TEST_ORIGIN: { refused: [...notAWebAddress, 'https://push.example', 'http://localhost:9/push'] },
  EXPORT_STORE: { refused: ['/var/exports', 'file:', 's3:', 's3:B', 's3:bucket?size=1', 's3:bucket?endpoint=store'] },
}

const names = Object.keys(settings)
const read = (changes: Record<string, string | undefined>) => {
  const mail = 'MAIL_FROM' in changes && { SMTP_URL: 'smtp://mail.example' }
  const config = parseConfig({ ...env, ...mail, ...changes }, 'cedar')
  refuseUnknownBrands(config, ['alder', 'cedar'])
  return config
}

test('every setting is tried here', () => {
  const tried = new Set([...names, ...Object.keys(env), 'MQTT_PLAIN'])
  expect(Object.keys(environmentSchema.shape).filter((name) => !tried.has(name))).toEqual([])
})

test.each(names.filter((name) => settings[name]?.required))('an empty %s is missing', (name) => {
  expect(() => read({ [name]: '' })).toThrow(new SettingError(`Settings: ${name} is missing.`))
})

test.each(names.filter((name) => !settings[name]?.required))('an empty %s counts as not set', (name) => {
  expect(read({ [name]: '' })).toEqual(read({ [name]: undefined }))
})

const refused = names.flatMap((name) => (settings[name]?.refused ?? []).map((value) => ({ name, value })))
const unusable = names.flatMap((name) => [
  { name, value: `${env[name as keyof typeof env] ?? 'x'}\n` },
  { name, value: 'x'.repeat(100_000) },
])

test.each([...refused, ...unusable])('one sentence names $name when it is $value', ({ name, value }) => {
  const error = caught(() => read({ [name]: value }))
  expect(error).toBeInstanceOf(SettingError)
  expect(error.message).toMatch(new RegExp(`^Settings: .*\\b${name}\\b.*\\.$`, 'u'))
  expect(error.message.length).toBeLessThan(400)
})

test('a sentence about a secret does not contain it', () => {
  const secrets = {
    DATABASE_URL: 'mysql://portal:topsecret@db/portal',
    SESSION_KEY: 'topsecret',
    REGISTRY_KEY: 'topsecret',
    BUS_URL: 'nats://portal:topsecret@',
  }
  expect(caught(() => read(secrets)).message).not.toContain('topsecret')
})

test('a scope may have another name, or none', () => {
  const theirs = read({ OIDC_SCOPE_NAMES: 'resource=api://portal/read,offline_access=' }).oidc.scopeNames
  expect([...theirs]).toEqual([
    ['resource', 'api://portal/read'],
    ['offline_access', ''],
  ])
})

test('all errors are reported at once', () => {
  expect(caught(() => read({ OIDC_ISSUER: 'identity', POLICIES_URL: '', PORT: 'http' })).message).toBe(
    'Settings: PORT must be a number from 1 to 65535; ' +
      'OIDC_ISSUER must be an http or https address, as https://portal.example; POLICIES_URL is missing.',
  )
})

test('a port without room for the following ports is refused', () => {
  expect(() => read({ PORT: '65534' })).toThrow(/^Settings: .*MQTT_PORT/u)
  expect(() => read({ PORT: '65534', MQTT_PORT: '1883' })).toThrow(/^Settings: METRICS_PORT/u)
  expect(read({ PORT: '65534', MQTT_PORT: '1883', METRICS_PORT: '9090' }).http.port).toBe(65_534)
})

function caught(work: () => unknown): Error {
  try {
    work()
  } catch (error) {
    return error as Error
  }
  return new Error('nothing was refused')
}

test('gateways connect by TLS, except in the demo and behind a balancer that ends it', () => {
  const real = { ...env, DEMO: '0' }
  expect(() => parseConfig(real, 'cedar')).toThrow(/MQTT_TLS_CERT/u)
  expect(parseConfig({ ...real, MQTT_PLAIN: '1' }, 'cedar').mqtt.tls).toBeNull()
  expect(parseConfig({ ...real, ROLES: 'api' }, 'cedar').mqtt.tls).toBeNull()
  const files = { MQTT_TLS_CERT: 'tls.crt', MQTT_TLS_KEY: 'tls.key' }
  expect(parseConfig({ ...real, ...files }, 'cedar').mqtt.tls).toEqual({ certFile: 'tls.crt', keyFile: 'tls.key' })
})

test.each([
  [{ MQTT_TLS_CERT: 'tls.crt' }, 'MQTT_TLS_KEY is missing; MQTT_TLS_CERT, MQTT_TLS_KEY belong together.'],
  [
    { DKIM_DOMAIN: 'portal.example' },
    'DKIM_SELECTOR and DKIM_KEY are missing; DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY belong together.',
  ],
])('settings that belong together are set together: %o', (some, sentence) => {
  expect(() => read(some)).toThrow(new SettingError(`Settings: ${sentence}`))
})

test('email and push are off unless configured', () => {
  expect(read({})).toMatchObject({ mail: null, webPush: null })
  expect(read({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'alder=portal@alder.example' }).mail).toEqual({
    url: 'smtp://mail.example',
    from: new Map([['alder', 'portal@alder.example']]),
    dkim: null,
  })
  const dkim = { DKIM_DOMAIN: 'portal.example', DKIM_SELECTOR: '2026', DKIM_KEY: 'dkim.pem' }
  expect(read({ SMTP_URL: 'smtps://mail.example', ...dkim }).mail?.dkim).toEqual({
    domain: 'portal.example',
    selector: '2026',
    keyFile: 'dkim.pem',
  })
  const keys = { VAPID_PUBLIC_KEY: 'B'.repeat(87), VAPID_PRIVATE_KEY: 'B'.repeat(43) }
  expect(read({ ...keys, SECURITY_CONTACT: 'mailto:security@portal.example' }).webPush).toEqual({
    publicKey: keys.VAPID_PUBLIC_KEY,
    privateKey: keys.VAPID_PRIVATE_KEY,
    subject: 'mailto:security@portal.example',
    testOrigin: null,
  })
})

test('by default an ERROR is reported after 2 minutes, a WARNING after a day, silence after an hour', () => {
  expect(read({}).noticeTimes).toEqual({ errorMs: 120_000, warningMs: dayMs, offlineMs: hourMs })
  expect(read({ ERROR_TOLD_AFTER_SECONDS: '10' }).noticeTimes.errorMs).toBe(10_000)
})

test('a takeover waits at most 90 seconds by default; a shorter setting makes all waits equal', () => {
  expect(read({}).takeoverWaits).toEqual({ minMs: 20_000, maxMs: 90_000 })
  expect(read({ TAKEOVER_WAIT_SECONDS: '2' }).takeoverWaits).toEqual({ minMs: 2_000, maxMs: 2_000 })
})
