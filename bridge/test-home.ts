import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, type Server, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Aedes } from 'aedes'
import { type MqttClient, connectAsync } from 'mqtt'
import { expect, vi } from 'vitest'
import { runBridge } from './bridge.ts'
import { connectHomeBroker } from './home-broker.ts'
import type { BridgeClock } from './clock.ts'
import type { PortalClient } from './portal-client.ts'
import { createTopics } from './topics.ts'

export const testTopics = createTopics({ topicPrefix: 'heating', discoveryPrefix: 'homeassistant' })

/** A clock that the test advances. `waiting` returns the number of waits that have not ended. */
export type TestClock = BridgeClock & { advance(ms: number): void; waiting(): number }

export function createTestClock(): TestClock {
  let now = Date.now()
  const waits = new Set<{ until: number; end: () => void }>()
  return {
    now: () => now,
    waiting: () => waits.size,
    async wait(ms, signal) {
      if (signal.aborted) return
      await new Promise<void>((end) => {
        const wait = { until: now + ms, end }
        waits.add(wait)
        signal.addEventListener('abort', () => {
          waits.delete(wait)
          end()
        })
      })
    },
    advance(ms) {
      now += ms
      for (const wait of waits) {
        if (wait.until > now) continue
        waits.delete(wait)
        wait.end()
      }
    },
  }
}

type Received = { topic: string; payload: string; retain: boolean }

/** Starts a broker, and a subscriber to all topics in the role of the home automation. */
export async function startTestHomeBroker() {
  const folder = await mkdtemp(join(tmpdir(), 'bridge-'))
  let broker = await openBroker(0)
  const { port } = broker.server.address() as AddressInfo
  const brokerUrl = `mqtt://127.0.0.1:${port}`
  const messages: Received[] = []
  let subscriber = await subscribe()
  const lines: string[] = []
  const print = (line: string): void => void lines.push(line)

  async function subscribe(): Promise<MqttClient> {
    const client = await connectAsync(brokerUrl, { reconnectPeriod: 0 })
    client.on('message', (topic, payload, { retain }) => messages.push({ topic, payload: payload.toString(), retain }))
    await client.subscribeAsync('#')
    return client
  }

  /** Returns the payload of the last message of a topic; undefined if the topic had no message. */
  const last = (topic: string): string | undefined => messages.findLast((one) => one.topic === topic)?.payload

  return {
    brokerUrl,
    tokenFile: join(folder, 'token.json'),
    received: messages,
    lines,
    print,
    last,
    arrived: async (topic: string, payload: string) => vi.waitFor(() => expect(last(topic)).toBe(payload), 10_000),
    publish: async (topic: string, payload: string, retain = false) =>
      subscriber.publishAsync(topic, payload, { retain, qos: 1 }),
    /** Returns the retained messages, by topic. A home automation system that connects now would receive them. */
    async retained(): Promise<Record<string, string>> {
      const late = await connectAsync(brokerUrl)
      const storedTokens: Record<string, string> = {}
      late.on('message', (topic, payload) => (storedTokens[topic] = payload.toString()))
      await late.subscribeAsync('#')
      await late.publishAsync('end', '', { qos: 1 })
      await vi.waitFor(() => expect(storedTokens['end']).toBe(''))
      await late.endAsync()
      delete storedTokens['end']
      return storedTokens
    },
    /** Runs a bridge until the test calls `stop` or the bridge fails. */
    run(portal: PortalClient, clock: BridgeClock) {
      const end = new AbortController()
      const settings = { brokerUrl, brokerUsername: undefined, brokerPassword: undefined }
      const bridgeEnd = runBridge({
        portal,
        portalUrl: 'https://portal.example',
        topics: testTopics,
        connect: (receivers) => connectHomeBroker({ settings, topics: testTopics, print, ...receivers }),
        clock,
        print,
        signal: end.signal,
      })
      return {
        ended: bridgeEnd,
        async stop() {
          end.abort()
          await bridgeEnd.catch(() => {})
        },
      }
    },
    /** Restarts the broker, which loses its retained messages. */
    async restartBroker(meanwhile: () => Promise<void>) {
      await subscriber.endAsync(true)
      await broker.close()
      await meanwhile()
      broker = await openBroker(port)
      subscriber = await subscribe()
    },
    async close() {
      await subscriber.endAsync(true)
      await broker.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function openBroker(port: number): Promise<{ server: Server; close(): Promise<void> }> {
  const aedes = await Aedes.createBroker()
  const server = createServer(aedes.handle)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    server,
    async close() {
      await new Promise<void>((resolve) => aedes.close(resolve))
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
