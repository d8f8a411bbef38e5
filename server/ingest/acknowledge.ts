import type { Client, PublishPacket } from 'aedes'

/** A PUBLISH that waits for its answer; `done` makes aedes acknowledge it, or reject it with an error. */
export type PendingPublication = { client: Client; packet: PublishPacket; done: (error?: Error | null) => void }

/**
 * Acknowledges a publication, with an MQTT 5 reason code if there is one. aedes cannot send such a code, writes any
 * other PUBACK in three pieces, and then searches for subscribers. It does none of that for a packet with QoS 0. Only
 * the disconnection of a gateway that does not read is left to it.
 */
export function acknowledge({ client, packet, done }: PendingPublication, reasonCode?: number): void {
  const isOurs = packet.qos === 1 && !client.closed
  if (isOurs && (reasonCode !== undefined || !client.conn.writableNeedDrain)) {
    writeTogether(client.conn, pubackOf(packet.messageId ?? 0, reasonCode))
    packet.qos = 0
  }
  done()
}

/** MQTT 5, section 3.4: PUBACK without properties. Without a reason code it is also that of MQTT 3.1.1. */
function pubackOf(messageId: number, reasonCode?: number): Buffer {
  const [high, low] = [messageId >> 8, messageId & 0xff]
  return Buffer.from(reasonCode === undefined ? [0x40, 2, high, low] : [0x40, 3, high, low, reasonCode])
}

// Sends everything that one batch has for a gateway in one system call.
function writeTogether(conn: Client['conn'], bytes: Buffer): void {
  if (conn.writableCorked === 0) {
    conn.cork()
    process.nextTick(() => conn.uncork())
  }
  conn.write(bytes)
}
