import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Registry } from 'prom-client'
import { readBrands } from '#brands/read-brands.ts'
import { systemClock } from './clock.ts'
import { SettingError, parseConfig } from './config.ts'
import { createTestDatabase } from '#test/database.ts'
import { startIngestProcess } from './ingest-process.ts'
import { startJobsProcess } from './jobs-process.ts'
import { openLog } from './log.ts'
import { startServingRoles } from './portal-process.ts'
import type { StopFunction } from './process-end.ts'
import { createTestCertificate } from '#test/live/test-certificate.ts'
import { findFreePort } from '#test/processes/find-free-port.ts'

const database = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'start-'))
const file = async (name: string, text: string) => {
  await writeFile(join(folder, name), text)
  return join(folder, name)
}
const own = createTestCertificate()
const certFile = await file('tls.crt', own.cert)
const keyFile = await file('tls.key', own.key)
const foreignKey = await file('foreign.key', createTestCertificate().key)
const noPem = await file('no-pem', 'not a certificate')
await mkdir(join(folder, 'empty'))
await mkdir(join(folder, 'page'))
await file('page/index.html', '<!doctype html>')

const taken = createServer()
await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening))
const { port: takenPort } = taken.address() as AddressInfo

afterAll(async () => {
  taken.close()
  await rm(folder, { recursive: true })
  await database.close()
})

const url = (changes: Partial<URL>): string => Object.assign(new URL(database.url), changes).href
const key = Buffer.alloc(32, 1).toString('base64')
const settings = {
  ROLES: 'api',
  HOST: '127.0.0.1',
  DATABASE_URL: database.url,
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_AUDIENCE: 'gateway-portal',
  OIDC_CLIENT_ID: 'portal',
  OIDC_CLIENT_SECRET: 'secret',
  DRAIN_SECONDS: '0',
  SESSION_KEY: key,
  REGISTRY_KEY: key,
  POLICIES_URL: 'http://127.0.0.1:9',
  PAGE_DIR: join(folder, 'page'),
  LOG_LEVEL: 'silent',
}

type Outcome = { code: number | null; said: string }

/** Runs a process of the portal that must end because of its settings. */
function run(changes: Record<string, string>): Promise<Outcome> {
  const env = { PATH: process.env['PATH'], ...settings, ...changes }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.resume()
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((done) => child.once('close', (code) => done({ code, said })))
}

const ingest = { ROLES: 'ingest', MQTT_HOST: '127.0.0.1', MQTT_PLAIN: '1' }
const withCertificate = (cert: string, pemKey: string) => ({ ...ingest, MQTT_TLS_CERT: cert, MQTT_TLS_KEY: pemKey })

test.for([
  [{ DATABASE_URL: url({ password: 'topsecret' }) }, /^DATABASE_URL: .* refuses this user or this password\.$/u],
  [{ BRAND: 'zebra' }, /^Settings: BRAND names no brand; the brands are alder, birch/u],
  [{ METRICS_PORT: String(takenPort) }, /^METRICS_PORT: port \d+ of 127\.0\.0\.1 is in use/u],
  [withCertificate(certFile, foreignKey), /^MQTT_TLS_KEY: .* is not the key of .*\.$/u],
] as const)('a process that cannot start ends with one sentence: %j', async ([changes, sentence]) => {
  const { code, said } = await run({ METRICS_PORT: String(await findFreePort()), ...changes })
  expect(said.trimEnd()).toMatch(sentence)
  expect([code, said.trimEnd().includes('\n'), said.includes('topsecret')]).toEqual([1, false, false])
})

const brands = await readBrands()
const starters = {
  api: startServingRoles,
  push: startServingRoles,
  partners: startServingRoles,
  ingest: startIngestProcess,
  jobs: startJobsProcess,
}

/** Starts a role within the process of the test. */
async function start(changes: Record<string, string>): Promise<StopFunction> {
  const config = parseConfig({ ...settings, ...changes }, 'cedar')
  const [role = 'api'] = config.roles
  const log = openLog('silent', role)
  return starters[role]({
    config,
    database,
    brands,
    clock: systemClock,
    log,
    registry: new Registry(),
    probes: [],
    ending: new AbortController().signal,
  })
}

test.for([
  [{ LEGAL_DIR: join(folder, 'empty') }, /^LEGAL_DIR: .*no terms for AT/u],
  [{ LEGAL_DIR: certFile }, /^LEGAL_DIR: .* lies below something that is no folder\.$/u],
  [{ PAGE_DIR: join(folder, 'empty') }, /^PAGE_DIR: .*index\.html is not there; build the page/u],
  [{ PORT: String(takenPort) }, /^PORT: port \d+ of 127\.0\.0\.1 is in use/u],
  [{ HOST: '192.0.2.1' }, /^HOST: 192\.0\.2\.1 is no address of this machine/u],
  [{ HOST: 'host.invalid' }, /^HOST: host\.invalid is no address of this machine/u],
  [{ ...ingest, MQTT_PORT: String(takenPort) }, /^MQTT_PORT: port \d+ of .* is in use/u],
  [{ ...ingest, MQTT_HOST: '192.0.2.1' }, /^MQTT_HOST: 192\.0\.2\.1 is no address of this machine/u],
  [withCertificate(join(folder, 'no.crt'), keyFile), /^MQTT_TLS_CERT: .*no\.crt is not there\.$/u],
  [withCertificate(certFile, join(folder, 'no.key')), /^MQTT_TLS_KEY: .*no\.key is not there\.$/u],
  [withCertificate(noPem, noPem), /^MQTT_TLS_CERT, MQTT_TLS_KEY: .* must be PEM files/u],
  [{ ROLES: 'jobs', EXPORT_STORE: `file:${certFile}/exports` }, /^EXPORT_STORE: .* lies below something that is no/u],
  [{ ROLES: 'jobs', EXPORT_STORE: `file:${certFile}` }, /^EXPORT_STORE: .* lies below something that is no/u],
] as const)('a missing resource of the machine is reported with its setting: %j', async ([changes, sentence]) => {
  const failure = await start({ PORT: String(await findFreePort()), ...changes }).then(
    async (close) => close(),
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(SettingError)
  expect((failure as SettingError).message).toMatch(sentence)
})
