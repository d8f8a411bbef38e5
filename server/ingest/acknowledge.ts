import type { Client, PublishPacket } from 'aedes'

/** A PUBLISH whose sender waits; `done` makes aedes acknowledge it, or refuse it when given an error. */
export type PendingPublication = { client: Client; packet: PublishPacket; done: (error?: Error | null) => void }

/**
 * Acknowledges a publication, with a reason code of MQTT 5 where there is one to tell. aedes can't answer such a code; any
 * other PUBACK it writes in three pieces, and then asks its memory for who subscribed. It does none of that for a packet
 * without a quality of service. Only the waiting for a gateway that does not read, which it cuts in the end, is left to it.
 */
export function acknowledge({ client, packet, done }: PendingPublication, reasonCode?: number): void {
  const isOurs = packet.qos === 1 && !client.closed
  if (isOurs && (reasonCode !== undefined || !client.conn.writableNeedDrain)) {
    writeTogether(client.conn, pubackOf(packet.messageId ?? 0, reasonCode))
    packet.qos = 0
  }
  done()
}

/** MQTT 5, section 3.4: PUBACK without properties. Without a reason code it is that of MQTT 3.1.1, too. */
function pubackOf(messageId: number, reasonCode?: number): Buffer {
  const [high, low] = [messageId >> 8, messageId & 0xff]
  return Buffer.from(reasonCode === undefined ? [0x40, 2, high, low] : [0x40, 3, high, low, reasonCode])
}

// What one batch has for a gateway leaves with one system call.
function writeTogether(conn: Client['conn'], bytes: Buffer): void {
  if (conn.writableCorked === 0) {
    conn.cork()
    process.nextTick(() => conn.uncork())
  }
  conn.write(bytes)
}
