import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import mqtt from 'mqtt'
import { Registry } from 'prom-client'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { findFreePort } from '#test/processes/find-free-port.ts'
import { type IngestListener, startListenerWithBatcher } from '../listener.ts'
import { createIngestMetrics } from '../metrics.ts'
import { createTestCertificate } from '#test/live/test-certificate.ts'
import { readMetricValue } from '#test/live/test-ingest.ts'

// docs/how-to/reverse-proxy.md, "Gateways behind a TCP proxy": the listener reads a gateway's address from the PROXY
// protocol.

const folder = await mkdtemp(join(tmpdir(), 'proxied-'))
afterAll(async () => rm(folder, { recursive: true }))

const certificate = createTestCertificate()
const tls = { certFile: join(folder, 'tls.crt'), keyFile: join(folder, 'tls.key') }
await writeFile(tls.certFile, certificate.cert)
await writeFile(tls.keyFile, certificate.key)

const rejected: string[] = []
const log = {
  debug: () => {},
  info: () => {},
  error: () => {},
  warn: (fields: object) => void rejected.push(JSON.stringify(fields)),
}

type Started = IngestListener & { metrics: ReturnType<typeof createIngestMetrics> }

/** Starts a listener that has no registered gateways. It rejects every gateway and logs its address. */
async function start(isTls: boolean, proxies: string[]): Promise<Started> {
  const metrics = createIngestMetrics(new Registry())
  const listener = await startListenerWithBatcher({
    mqtt: { host: '127.0.0.1', port: 0, tls: isTls ? tls : null, proxies },
    signIn: async () => undefined,
    writer: { add: () => Promise.reject(new Error('Nothing is stored here.')), idle: async () => {} } as never,
    clock: systemClock,
    log,
    metrics,
    unauthenticated: { signInTimeoutMs: 1_000 },
  })
  return { ...listener, metrics }
}

const wrongGateway = { username: '123456789', password: 'a wrong key', reconnectPeriod: 0 }

/** Signs in over a stream. Returns the message of the error, or "closed" if the connection closes. */
async function answerOver(open: () => Duplex): Promise<string> {
  const client = new mqtt.MqttClient(open, wrongGateway)
  const answer = await new Promise<string>((answered) => {
    client.on('error', (error) => answered(error.message))
    client.on('close', () => answered('closed'))
  })
  await client.endAsync(true)
  return answer
}

/** Signs in as a gateway whose proxy first writes `header`. Returns the answer. */
async function answerAfter(header: string, port: number): Promise<string> {
  return answerOver(() => {
    const socket = connect(port, '127.0.0.1')
    socket.write(header)
    return socket
  })
}

const line = 'PROXY TCP4 203.0.113.7 192.0.2.1 56250 8883\r\n'

describe('a listener behind a proxy that it trusts', () => {
  test('counts and logs a gateway by the address that the proxy names', async () => {
    const listener = await start(false, ['127.0.0.1'])
    expect(await answerAfter(line, listener.port)).toMatch(/Bad username or password/u)
    rejected.length = 0
    await listener.close()
    expect(rejected.join()).toContain('123456789 from 203.0.113.7')
  })

  test('closes a connection without the header, and counts and logs it by its proxy', async () => {
    const listener = await start(false, ['127.0.0.1'])
    expect(await answerAfter('', listener.port)).toBe('closed')
    expect(await readMetricValue(listener.metrics.protocolErrors)).toBe(1)
    rejected.length = 0
    await listener.close()
    expect(rejected.join()).toContain('"127.0.0.1":1')
  })

  test('closes a connection whose header never ends, in the time of a sign-in', async () => {
    const listener = await start(false, ['127.0.0.1'])
    const socket = connect(listener.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.resume().write('PROXY TCP4 203.0.113')
    await expect(once(socket, 'close')).resolves.toHaveLength(1)
    await listener.close()
  })
})

const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0

describe.skipIf(!hasHaproxy)('behind HAProxy', () => {
  test.each([
    ['version 1', 'send-proxy', false],
    ['version 2', 'send-proxy-v2', false],
    ['version 2, with TLS ended by the listener', 'send-proxy-v2', true],
  ])(
    'a gateway signs in and is identified by its own address: %s',
    async (_, option, isTls) => {
      const listener = await start(isTls, ['127.0.0.1'])
      const port = await findFreePort()
      const settings = join(folder, 'haproxy.cfg')
      await writeFile(
        settings,
        `defaults
  mode tcp
  timeout connect 5s
  timeout client 30s
  timeout server 30s
listen gateways
  bind 127.0.0.1:${port}
  server one 127.0.0.1:${listener.port} source 127.0.0.1 ${option}
`,
      )
      const haproxy = spawn('haproxy', ['-db', '-f', settings], { stdio: 'ignore' })
      try {
        const openTcp = () => connect({ port, host: '127.0.0.1', localAddress: '127.0.0.9' })
        const open = isTls ? () => connectTls({ socket: openTcp(), rejectUnauthorized: false }) : openTcp
        await vi.waitFor(async () => expect(await answerOver(open)).toMatch(/Bad username or password/u), 20_000)
        rejected.length = 0
        await listener.close()
        expect(rejected.join()).toContain('123456789 from 127.0.0.9')
      } finally {
        haproxy.kill('SIGKILL')
      }
    },
    40_000,
  )
})

test('a header from an untrusted address is not accepted, so that nobody can forge an address', async () => {
  const listener = await start(false, ['192.0.2.1'])
  expect(await answerAfter(line, listener.port)).toBe('closed')
  rejected.length = 0
  await listener.close()
  expect(rejected.join()).not.toContain('203.0.113.7')
})
