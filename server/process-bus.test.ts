import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '#test/processes/find-free-port.ts'
import { type TestNats, natsServerPath, startTestNats } from '#test/live/test-nats.ts'
import { SettingError, parseConfig } from './config.ts'
import { createTestDatabase } from '#test/database.ts'
import { createTestCertificate } from '#test/live/test-certificate.ts'
import { silentLog } from './log.ts'
import { openProcessBus } from './process-bus.ts'

const database = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'process-bus-'))
const file = async (name: string, text: string) => {
  await writeFile(join(folder, name), text)
  return join(folder, name)
}
const { cert, key } = createTestCertificate()
const [certFile, keyFile] = [await file('tls.crt', cert), await file('tls.key', key)]
const foreignCa = await file('foreign.crt', createTestCertificate().cert)
const noPem = await file('no-pem', 'not a certificate')
const users = 'authorization: { users: [{ user: portal, password: topsecret }] }'

afterAll(async () => {
  await rm(folder, { recursive: true })
  await database.close()
})

const secret = Buffer.alloc(32, 1).toString('base64')
const settings = {
  ROLES: 'api',
  DATABASE_URL: database.url,
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_AUDIENCE: 'gateway-portal',
  OIDC_CLIENT_ID: 'portal',
  OIDC_CLIENT_SECRET: 'secret',
  SESSION_KEY: secret,
  REGISTRY_KEY: secret,
  POLICIES_URL: 'http://127.0.0.1:9',
}

async function open(changes: Record<string, string>) {
  const registry = new Registry()
  const config = parseConfig({ ...settings, ...changes }, 'cedar')
  const bus = await openProcessBus({ config, database, log: silentLog, registry })
  return { bus, connected: async () => registry.getSingleMetricAsString('gateway_portal_bus_connected') }
}

async function sentenceOf(changes: Record<string, string>): Promise<string> {
  const failure = await open(changes).then(
    () => null,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(SettingError)
  return (failure as SettingError).message
}

describe.skipIf(natsServerPath === undefined)('a process with a NATS bus', () => {
  let plain: TestNats
  let testNats: TestNats

  beforeAll(async () => {
    plain = await startTestNats(users)
    testNats = await startTestNats(`${users}\ntls: { cert_file: '${certFile}', key_file: '${keyFile}' }`)
  })

  afterAll(async () => {
    await plain.close()
    await testNats.close()
  })

  const port = (nats: TestNats) => nats.host.split(':')[1]
  const plainUrl = (who: string) => `nats://${who}${plain.host}`
  const encryptedUrl = (scheme: string) => `${scheme}://portal:topsecret@localhost:${port(testNats)}`

  test.for<[string, () => Record<string, string>, RegExp]>([
    [
      'a wrong password',
      () => ({ BUS_URL: plainUrl('portal:other@') }),
      /^BUS_URL: 127\.0\.0\.1:\d+ refuses this user or these credentials\.$/u,
    ],
    ['no user', () => ({ BUS_URL: plainUrl('') }), /^BUS_URL: .* refuses this user or these credentials\.$/u],
    [
      'an unknown authority',
      () => ({ BUS_URL: encryptedUrl('tls') }),
      /^BUS_URL: the certificate of localhost:\d+ is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\); see BUS_CA_FILE\.$/u,
    ],
    [
      'another authority',
      () => ({ BUS_URL: encryptedUrl('nats'), BUS_CA_FILE: foreignCa }),
      /^BUS_URL: the certificate of localhost:\d+ is not trusted/u,
    ],
    [
      'a name that is not in the certificate',
      () => ({ BUS_URL: encryptedUrl('tls').replace('localhost', '127.0.0.1'), BUS_CA_FILE: certFile }),
      /^BUS_URL: the certificate of 127\.0\.0\.1:\d+ is not trusted \(ERR_TLS_CERT_ALTNAME_INVALID\)/u,
    ],
    [
      'a server without TLS',
      () => ({ BUS_URL: plainUrl('portal:topsecret@').replace('nats:', 'tls:') }),
      /^BUS_URL: .* does not offer TLS; write nats:\/\//u,
    ],
    [
      'a file that is not there',
      () => ({ BUS_URL: encryptedUrl('tls'), BUS_CA_FILE: '/none.crt' }),
      /^BUS_CA_FILE: \/none\.crt is not there\.$/u,
    ],
    [
      'a file without certificates',
      () => ({ BUS_URL: encryptedUrl('tls'), BUS_CA_FILE: noPem }),
      /^BUS_CA_FILE: .* holds no certificate in PEM\.$/u,
    ],
    [
      'a file without credentials',
      () => ({ BUS_URL: plainUrl(''), BUS_CREDENTIALS_FILE: noPem }),
      /^BUS_CREDENTIALS_FILE: .* holds no credentials of NATS\.$/u,
    ],
  ])('ends at its start with one sentence: %s', async ([, changes, sentence]) => {
    const said = await sentenceOf(changes())
    expect(said).toMatch(sentence)
    expect(said).not.toMatch(/topsecret|\n/u)
  })

  test('connects with its password, by TLS and without', async () => {
    const byTls = await open({ BUS_URL: encryptedUrl('tls'), BUS_CA_FILE: certFile })
    const { bus, connected } = await open({ BUS_URL: plainUrl('portal:topsecret@') })
    expect([await byTls.connected(), await connected()]).toEqual([
      expect.stringContaining('gateway_portal_bus_connected 1'),
      expect.stringContaining('gateway_portal_bus_connected 1'),
    ])
    await Promise.all([bus.close(), byTls.bus.close()])
  })

  test('starts even if no server can be reached', async () => {
    const { bus, connected } = await open({ BUS_URL: `nats://127.0.0.1:${await findFreePort()}` })
    expect(await connected()).toContain('gateway_portal_bus_connected 0')
    await bus.close()
  })
})
