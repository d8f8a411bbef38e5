import type { Client, PublishPacket } from 'aedes'
import type { PublicationVerdict } from './publications.ts'
import type { GatewaySessions } from './gateway-sessions.ts'

/** A PUBLISH whose sender waits; `done` makes aedes acknowledge it, or refuse it when given an error. */
export type PendingPublication = { client: Client; packet: PublishPacket; done: (error?: Error | null) => void }

const serverBusy = 0x89
const quotaExceeded = 0x97
const malformedPacket = 0x81
const payloadFormatInvalid = 0x99

/** Tells the gateway what became of its publication, as its version of MQTT can. */
export function answerPublication(
  pending: PendingPublication,
  verdict: PublicationVerdict | 'over-quota' | 'malformed',
  sessions: GatewaySessions,
): void {
  switch (verdict) {
    case 'taken':
      return pending.done()
    case 'dropped':
      return acknowledgeDropped(pending)
    case 'forbidden':
      // aedes closes the connection of a 3.1.1 client and answers 0x87, not authorized, to a 5 client.
      return pending.done(new Error('A gateway publishes only under its own serial number'))
    case 'postponed':
      return postpone(pending.client, sessions, serverBusy)
    case 'malformed':
      return postpone(pending.client, sessions, malformedPacket)
    case 'over-quota':
      return postpone(pending.client, sessions, quotaExceeded)
  }
}

// MQTT 3.1.1 knows no refusal but closing, which would only bring the same report again.
function acknowledgeDropped({ client, packet, done }: PendingPublication): void {
  if (client.version === 5 && packet.qos === 1 && !client.closed) {
    client.conn.write(pubackWith(packet.messageId ?? 0, payloadFormatInvalid))
    // aedes can't answer this code: without a quality of service it acknowledges nothing itself.
    packet.qos = 0
  }
  done()
}

/** MQTT 5, section 3.4: PUBACK with a reason code and no properties. */
function pubackWith(messageId: number, reasonCode: number): Buffer {
  return Buffer.from([0x40, 3, messageId >> 8, messageId & 0xff, reasonCode])
}

// Not acknowledged: the gateway keeps it and comes again. MQTT 3.1.1 has no code for why.
function postpone(client: Client, sessions: GatewaySessions, reasonCode: number): void {
  if (client.closed || sessions.isAbandoned(client)) return
  sessions.abandon(client)
  client.disconnect({ reasonCode })
}
