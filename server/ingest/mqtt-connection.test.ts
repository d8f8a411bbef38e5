import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { type IPublishPacket, generate } from 'mqtt-packet'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MqttConnection, type MqttHooks } from './mqtt-connection.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const rules = { maximumPacketSize: 1_000, receiveMaximum: 10, maxClientIdLength: 100, maxSessionExpiryS: 900 }

type ConnectChanges = Partial<Parameters<typeof generate>[0]> & { protocolVersion?: 4 | 5 }

/** A connection over a socket that records the data of each system call. */
async function connect(changes: ConnectChanges = {}) {
  const sent: Buffer[] = []
  const published: IPublishPacket[] = []
  const socket = new Duplex({
    read: () => {},
    writev: (chunks, done) => {
      sent.push(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)))
      done()
    },
  })
  const hooks = {
    signIn: vi.fn<MqttHooks['signIn']>(async () => null),
    publish: vi.fn<MqttHooks['publish']>((_, packet) => void published.push(packet)),
    subscribe: vi.fn<MqttHooks['subscribe']>(),
    will: vi.fn<MqttHooks['will']>(),
    signedIn: vi.fn<MqttHooks['signedIn']>(),
    ended: vi.fn<MqttHooks['ended']>(),
    failed: vi.fn<MqttHooks['failed']>(),
  }
  const connection = new MqttConnection(socket as Socket, rules, hooks)
  const { protocolVersion = 4 } = changes
  const packet = {
    cmd: 'connect',
    clientId: 'a',
    protocolId: 'MQTT',
    protocolVersion,
    clean: true,
    keepalive: 0,
  } as const
  async function receive(bytes: Buffer): Promise<void> {
    socket.push(bytes)
    await turn()
    await turn()
  }
  await receive(generate({ ...packet, ...changes } as Parameters<typeof generate>[0]))
  sent.length = 0
  return { connection, hooks, published, sent, socket, receive }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function publish(messageId: number, qos: 0 | 1 | 2 = 1): Buffer {
  return generate({ cmd: 'publish', topic: 't', payload: 'p', qos, messageId, dup: false, retain: false })
}

test('the acknowledgements of one batch are sent together, those of the next one after them', async () => {
  const { connection, published, sent, receive } = await connect()
  await receive(Buffer.concat([publish(1), publish(258)]))
  for (const packet of published.splice(0)) connection.acknowledge(packet)
  await turn()
  await receive(publish(3, 2))
  for (const packet of published) connection.acknowledge(packet)
  await turn()
  expect(sent).toEqual([Buffer.from([0x40, 2, 0, 1, 0x40, 2, 1, 2]), Buffer.from([0x50, 2, 0, 3])])
})

test('only MQTT 5 gets the reason code of an acknowledgement', async () => {
  const acknowledged = []
  for (const protocolVersion of [4, 5] as const) {
    const { connection, sent } = await connect({ protocolVersion })
    connection.acknowledge({ qos: 1, messageId: 3 } as IPublishPacket, 0x99)
    await turn()
    acknowledged.push(...sent)
  }
  expect(acknowledged).toEqual([Buffer.from([0x40, 2, 0, 3]), Buffer.from([0x40, 3, 0, 3, 0x99])])
})

test('while a publication is unanswered, nothing more is read', async () => {
  const { connection, published, receive } = await connect()
  await receive(publish(1))
  await receive(publish(2))
  expect(published).toHaveLength(1)
  connection.acknowledge(published[0] as IPublishPacket)
  expect(published).toHaveLength(2)
})

test('a gateway that does not read its acknowledgements is disconnected after ten seconds', async () => {
  const { connection, hooks, published, socket, receive } = await connect()
  await receive(publish(1))
  vi.spyOn(socket, 'writableNeedDrain', 'get').mockReturnValue(true)
  connection.acknowledge(published[0] as IPublishPacket)
  await receive(publish(2))
  expect(published).toHaveLength(1)
  vi.advanceTimersByTime(9_999)
  expect(connection.closed).toBe(false)
  vi.advanceTimersByTime(1)
  expect([connection.closed, hooks.failed.mock.calls.length]).toEqual([true, 1])
})

test('a gateway that is silent for one and a half times its keep-alive is lost, and its will counts', async () => {
  const will = { topic: 't', payload: Buffer.from('gone'), qos: 1, retain: false } as const
  const { connection, hooks, receive } = await connect({ keepalive: 10, will })
  vi.advanceTimersByTime(14_000)
  await receive(generate({ cmd: 'pingreq' }))
  vi.advanceTimersByTime(14_999)
  expect(connection.closed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(connection.closed).toBe(true)
  expect(hooks.will.mock.calls.map(([, each]) => each.topic)).toEqual(['t'])
})

test.each([
  [undefined, []],
  [0x04, ['t']],
])('a DISCONNECT of MQTT 5 with the reason %s discards the will, unless it asks for it', async (reasonCode, topics) => {
  const will = { topic: 't', payload: Buffer.from('gone'), qos: 1, retain: false } as const
  const { connection, hooks, receive } = await connect({ protocolVersion: 5, will })
  const packet = { cmd: 'disconnect', ...(reasonCode !== undefined && { reasonCode }) } as const
  await receive(generate(packet, { protocolVersion: 5 }))
  expect(connection.closed).toBe(true)
  expect(hooks.will.mock.calls.map(([, { topic }]) => topic)).toEqual(topics)
})

test('the delay of a will is as long as its session may last, at most', async () => {
  const properties = { willDelayInterval: 5_000 }
  const will = { topic: 't', payload: Buffer.from('gone'), qos: 1, retain: false, properties } as const
  const asked = { protocolVersion: 5, will, properties: { sessionExpiryInterval: 4_000 } } as const
  const { connection, hooks } = await connect(asked)
  connection.close()
  expect(hooks.will.mock.calls[0]?.[2]).toBe(900)
})

test('a packet that is too long, whole or not, ends the connection', async () => {
  for (const bytes of [Buffer.alloc(1_200), Buffer.alloc(2_000)]) {
    const { connection, hooks, receive } = await connect()
    bytes.set([0x30, 0xe8, 0x0f])
    await receive(bytes)
    expect(connection.closed).toBe(true)
    expect(hooks.failed.mock.calls.map(([, error]) => error.message)).toEqual(['packet too large'])
  }
})

test('packets that follow a CONNECT wait for its answer', async () => {
  const { published, receive } = await connect()
  await receive(Buffer.concat([publish(1), publish(2)]))
  expect(published).toHaveLength(2)
})
