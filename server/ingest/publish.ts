import type { Client, PublishPacket } from 'aedes'
import { acknowledge, type PendingPublication } from './acknowledge.ts'
import type { Departures } from './departures.ts'
import type { GatewaySessions } from './gateway-sessions.ts'
import type { GatewaySession, Publication, PublicationVerdict, Publications } from './publications.ts'
import type { Quota } from './quota.ts'

export type PublishDependencies = {
  publications: Publications
  sessions: GatewaySessions
  departures: Departures
  quota: Quota
  isRefusing: () => boolean
}

/** An MQTT 5 gateway whose report would wait longer gets a reason code; MQTT 3.1.1 can only wait. */
const rejectOverQuotaAfterMs = 60_000

const empty = Buffer.alloc(0)

/** Processes a publication from the hook of aedes to its answer: quota, storage, acknowledgement. */
export function takePublication(dependencies: PublishDependencies, pending: PendingPublication): void {
  return isWill(pending.packet) ? takeWill(dependencies, pending) : takePublish(dependencies, pending)
}

const notForwarded = new Error('Nobody subscribes to last wills')

// aedes does not need the will after it is processed; rejecting it here ends its processing.
function takeWill(dependencies: PublishDependencies, { client, packet, done }: PendingPublication): void {
  const { sessions } = dependencies
  const session = sessions.of(client)
  const isMeant = !sessions.isAbandoned(client) && !sessions.isTakenOver(client)
  // A slowed gateway loses connections because the listener does not read them.
  if (session && isMeant && !dependencies.isRefusing() && !dependencies.quota.isSlowed(session.serial)) {
    dependencies.publications.takeWill(session, read(packet))
  }
  done(notForwarded)
}

function takePublish(dependencies: PublishDependencies, pending: PendingPublication): void {
  const { sessions, departures } = dependencies
  const { client } = pending
  // Not acknowledged: the gateway keeps it, and sends it to its next listener.
  if (departures.isLeaving(client)) return
  departures.began(client)
  const session = sessions.of(client)
  if (!session || dependencies.isRefusing()) return answer(dependencies, pending, 'postponed')
  if (isMalformed(pending.packet)) return answer(dependencies, pending, 'malformed')
  pending.packet.retain = false
  const bytes = pending.packet.payload.length
  if (dependencies.quota.admits(session.serial, bytes)) return store(dependencies, session, pending)
  dependencies.quota.wait(session.serial, {
    bytes,
    mayWaitMs: client.version === 5 ? rejectOverQuotaAfterMs : Infinity,
    isGone: () => client.closed,
    proceed: () => store(dependencies, session, pending),
    turnAway: () => answer(dependencies, pending, 'over-quota'),
  })
}

function store(dependencies: PublishDependencies, session: GatewaySession, pending: PendingPublication): void {
  if (dependencies.isRefusing()) return answer(dependencies, pending, 'postponed')
  const { packet } = pending
  dependencies.publications.take(session, read(packet), (verdict) => answer(dependencies, pending, verdict))
  // Releases the payload, which has been parsed: aedes keeps the packet until it is answered, possibly long after
  // thousands of others.
  packet.payload = empty
}

function read({ topic, payload }: PublishPacket): Publication {
  return { topic, payload: typeof payload === 'string' ? Buffer.from(payload) : payload }
}

/** A packet id of 0, or U+0000 in a topic: MQTT 3.1.1, sections 2.3.1 and 1.5.3. */
function isMalformed({ qos, messageId, topic }: PublishPacket): boolean {
  return (qos > 0 && messageId === 0) || topic.includes('\0')
}

// A will comes from CONNECT, without a command of its own.
function isWill({ cmd }: Partial<PublishPacket>): boolean {
  return cmd !== 'publish'
}

const serverBusy = 0x89
const quotaExceeded = 0x97
const malformedPacket = 0x81
const payloadFormatInvalid = 0x99

type Answer = PublicationVerdict | 'over-quota' | 'malformed'

/** Answers the publication after its processing. */
function answer({ sessions, departures }: PublishDependencies, pending: PendingPublication, verdict: Answer): void {
  answerInVersion(pending, verdict, sessions)
  departures.answered(pending.client)
}

/** Answers in the gateway's version of MQTT. */
function answerInVersion(pending: PendingPublication, verdict: Answer, sessions: GatewaySessions): void {
  switch (verdict) {
    case 'taken':
      return acknowledge(pending)
    case 'dropped':
      return acknowledgeDropped(pending)
    case 'forbidden':
      // aedes closes the connection of a 3.1.1 client and sends 0x87, not authorized, to a 5 client.
      return pending.done(new Error('A gateway publishes only under its own serial number'))
    case 'postponed':
      return postpone(pending.client, sessions, serverBusy)
    case 'malformed':
      return postpone(pending.client, sessions, malformedPacket)
    case 'over-quota':
      return postpone(pending.client, sessions, quotaExceeded)
  }
}

// MQTT 3.1.1 can refuse only by closing, after which the gateway would send the same report again.
function acknowledgeDropped(pending: PendingPublication): void {
  return pending.client.version === 5 ? acknowledge(pending, payloadFormatInvalid) : acknowledge(pending)
}

// Not acknowledged: the gateway keeps it and reconnects. MQTT 3.1.1 has no reason code.
function postpone(client: Client, sessions: GatewaySessions, reasonCode: number): void {
  if (client.closed || sessions.isAbandoned(client)) return
  sessions.abandon(client)
  client.disconnect({ reasonCode })
}
