import { Duplex } from 'node:stream'
import type { Client, PublishPacket } from 'aedes'
import { expect, test, vi } from 'vitest'
import { acknowledge, type PendingPublication } from './publication.ts'

/** A fake connection that records the data of each system call. */
function connect() {
  const sent: Buffer[] = []
  const conn = new Duplex({
    read: () => {},
    writev: (chunks, done) => {
      sent.push(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)))
      done()
    },
  })
  const client = { conn, closed: false } as Partial<Client> as Client
  return { client, conn, sent }
}

function publication(client: Client, packet: Partial<PublishPacket>): PendingPublication {
  return { client, packet: packet as PublishPacket, done: vi.fn<() => void>() }
}

test('the acknowledgements of one batch are sent together, those of the next one after them', async () => {
  const { client, sent } = connect()
  for (const messageId of [1, 258]) acknowledge(publication(client, { qos: 1, messageId }))
  await turn()
  acknowledge(publication(client, { qos: 1, messageId: 3 }), 0x99)
  await turn()
  expect(sent).toEqual([Buffer.from([0x40, 2, 0, 1, 0x40, 2, 1, 2]), Buffer.from([0x40, 3, 0, 3, 0x99])])
})

test.each([0, 2] as const)('a publication of quality %i is answered by aedes', async (qos) => {
  const { client, sent } = connect()
  const pending = publication(client, { qos, messageId: 1 })
  acknowledge(pending)
  await turn()
  expect([pending.packet.qos, sent]).toEqual([qos, []])
  expect(pending.done).toHaveBeenCalledOnce()
})

test('a gateway that does not read is left to aedes, which disconnects it after a while', () => {
  const { client, conn, sent } = connect()
  vi.spyOn(conn, 'writableNeedDrain', 'get').mockReturnValue(true)
  const pending = publication(client, { qos: 1, messageId: 1 })
  acknowledge(pending)
  expect([pending.packet.qos, conn.writableLength, sent]).toEqual([1, 0, []])
  expect(pending.done).toHaveBeenCalledOnce()
})

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
