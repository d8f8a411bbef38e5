import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import * as fc from 'fast-check'
import { type IPublishPacket, generate } from 'mqtt-packet'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MqttConnection, type MqttConnectionHooks } from './mqtt-connection.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const rules = { maximumPacketSize: 1_000, receiveMaximum: 10, maxClientIdLength: 100, maxSessionExpiryS: 900 }

type ConnectChanges = Partial<Parameters<typeof generate>[0]> & { protocolVersion?: 4 | 5 }

/** Opens a connection over a fake socket that records the bytes of each write. */
function open() {
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
    signIn: vi.fn<MqttConnectionHooks['signIn']>(async () => null),
    publish: vi.fn<MqttConnectionHooks['publish']>((_, packet) => void published.push(packet)),
    subscribe: vi.fn<MqttConnectionHooks['subscribe']>(),
    will: vi.fn<MqttConnectionHooks['will']>(),
    signedIn: vi.fn<MqttConnectionHooks['signedIn']>(),
    ended: vi.fn<MqttConnectionHooks['ended']>(),
    failed: vi.fn<MqttConnectionHooks['failed']>(),
  }
  const connection = new MqttConnection(socket as Socket, rules, hooks)
  async function receive(bytes: Buffer): Promise<void> {
    socket.push(bytes)
    await turn()
    await turn()
  }
  return { connection, hooks, published, sent, socket, receive }
}

async function connect(changes: ConnectChanges = {}) {
  const opened = open()
  await opened.receive(connectOf(changes))
  opened.sent.length = 0
  return opened
}

function connectOf(changes: ConnectChanges): Buffer {
  const { protocolVersion = 4 } = changes
  const packet = {
    cmd: 'connect',
    clientId: 'a',
    protocolId: 'MQTT',
    protocolVersion,
    clean: true,
    keepalive: 0,
  } as const
  return generate({ ...packet, ...changes } as Parameters<typeof generate>[0])
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

test.each([4, 5] as const)(
  'no bytes after a CONNECT of version %i do more than end the connection',
  async (protocolVersion) => {
    const properties = { subscriptionIdentifier: 1, userProperties: { a: 'b' } }
    const packets = [
      publish(1),
      publish(2, 2),
      generate({ cmd: 'pubrel', messageId: 2 }, { protocolVersion }),
      generate(
        { cmd: 'subscribe', messageId: 3, subscriptions: [{ topic: '#', qos: 1 }], properties },
        { protocolVersion },
      ),
      generate({ cmd: 'unsubscribe', messageId: 4, unsubscriptions: ['a', 'b'] }, { protocolVersion }),
      generate({ cmd: 'pingreq' }),
      generate({ cmd: 'disconnect', reasonCode: 0 }, { protocolVersion }),
      generate({ cmd: 'auth', reasonCode: 0x18, properties: { authenticationMethod: 'x' } }, { protocolVersion: 5 }),
    ]
    const changed = fc
      .tuple(fc.constantFrom(...packets), fc.array(fc.tuple(fc.nat(40), fc.nat(255)), { maxLength: 3 }))
      .map(([packet, changes]) => {
        const bytes = Buffer.from(packet)
        for (const [index, value] of changes) if (index < bytes.length) bytes[index] = value
        return bytes
      })
    const sequence = fc.array(fc.oneof(changed, fc.uint8Array({ maxLength: 40 }).map(Buffer.from)), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(sequence, async (parts) => {
        const { connection, hooks, socket, receive } = await connect({ protocolVersion })
        hooks.publish.mockImplementation((each, packet) => each.acknowledge(packet, 0x99))
        for (const bytes of parts) if (!connection.closed) await receive(bytes)
        socket.destroy()
        await turn()
        expect([connection.closed, hooks.ended.mock.calls.length]).toEqual([true, 1])
      }),
      { numRuns: 500 },
    )
  },
)

test.each([
  ['SUBSCRIBE', 4, '8202000b'],
  ['UNSUBSCRIBE', 4, 'a202000b'],
  ['SUBSCRIBE', 5, '8203000b00'],
  ['UNSUBSCRIBE', 5, 'a203000b00'],
] as const)(
  'a packet %s without a topic filter ends only its connection, MQTT version %i',
  async (_, protocolVersion, packet) => {
    const { connection, hooks, sent, receive } = await connect({ protocolVersion })
    await receive(Buffer.from(packet, 'hex'))
    expect(connection.closed).toBe(true)
    expect(hooks.failed).toHaveBeenCalledTimes(1)
    expect(sent).toEqual([])
  },
)

test('no CONNECT, however it is changed, does more than end the connection', async () => {
  const will = { topic: 't', payload: Buffer.from('gone'), qos: 1, retain: false } as const
  const credentials = { username: 'u', password: Buffer.from('p'), will } as ConnectChanges
  const whole = [4, 5].map((version) => connectOf({ ...credentials, protocolVersion: version as 4 | 5 }))
  const changes = fc.array(fc.tuple(fc.nat(60), fc.nat(255)), { maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...whole), changes, async (packet, each) => {
      const bytes = Buffer.from(packet)
      for (const [index, value] of each) if (index < bytes.length) bytes[index] = value
      const { connection, hooks, socket, receive } = open()
      await receive(bytes)
      if (!connection.closed) await receive(publish(1))
      socket.destroy()
      await turn()
      expect(connection.closed).toBe(true)
      expect(hooks.ended.mock.calls.length).toBe(hooks.signedIn.mock.calls.length)
    }),
    { numRuns: 1_000 },
  )
})
