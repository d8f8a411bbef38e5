import type { IPublishPacket } from 'mqtt-packet'
import { minuteMs } from '#contract/durations.ts'
import type { Clock } from '#server/clock.ts'
import { openSpan, type SpanOptions } from '#server/tracing.ts'
import type { IngestEntry } from './apply-entries.ts'
import type { GatewayDisconnector } from './gateway-disconnector.ts'
import type { GatewayConnection, GatewayConnectionTracker } from './gateway-connection-tracker.ts'
import type { IngestMetrics } from './metrics.ts'
import type { MqttConnection, MqttLastWill } from './mqtt-connection.ts'
import { parseMqttTopic } from './mqtt-topic.ts'
import { type PublicationAnswer, type PublicationOutcome, answerByPublicationOutcome } from './publication-outcomes.ts'
import type { GatewayQuotas } from './gateway-quotas.ts'
import { parseReport } from './parse-report.ts'
import type { RefusedPublication, EntryBatcher } from './entry-batcher.ts'

type PendingPublication = { client: MqttConnection; packet: IPublishPacket }

export type PublicationDependencies = {
  sessions: GatewayConnectionTracker
  departures: GatewayDisconnector
  quota: GatewayQuotas
  isRefusing: () => boolean
  writer: Pick<EntryBatcher, 'enqueue'>
  clock: Clock
  metrics: Pick<IngestMetrics, 'reports' | 'unacknowledged'>
}

/**
 * The maximum time in ms that a report waits for the quota. If a report of an MQTT 5 gateway would wait longer, the
 * listener disconnects the gateway with a reason code. MQTT 3.1.1 has no such code, so its reports wait.
 */
const rejectOverQuotaAfterMs = minuteMs

const empty = Buffer.alloc(0)

/** Handles a publication until it is answered: checks the quota, stores the report, and acknowledges it. */
export function handlePublication(dependencies: PublicationDependencies, pendingPublication: PendingPublication): void {
  const { sessions, departures, quota } = dependencies
  const { client, packet } = pendingPublication
  // Sends no answer while the gateway is being disconnected. The gateway still has the publication, and sends it to its
  // next listener.
  if (departures.isLeaving(client)) return
  departures.countReceived(client)
  const session = sessions.of(client)
  if (!session || dependencies.isRefusing()) return answer(dependencies, pendingPublication, 'postponed')
  if (isMalformed(packet)) return answer(dependencies, pendingPublication, 'malformed-packet')
  const bytes = packet.payload.length
  if (quota.admits(session.serial, bytes)) return proceed(dependencies, session, pendingPublication)
  quota.wait(session.serial, {
    bytes,
    mayWaitMs: client.version === 5 ? rejectOverQuotaAfterMs : Infinity,
    isGone: () => client.closed,
    proceed: () => proceed(dependencies, session, pendingPublication),
    turnAway: () => answer(dependencies, pendingPublication, 'over-quota'),
  })
}

/** Whether a PUBLISH has the packet id 0, or U+0000 in its topic. MQTT 3.1.1, sections 2.3.1 and 1.5.3. */
function isMalformed({ qos, messageId, topic }: IPublishPacket): boolean {
  return (qos > 0 && messageId === 0) || topic.includes('\0')
}

/**
 * Stores the last will of a connection. Ignores a last will that no longer applies, for example because a newer
 * connection has replaced this one.
 */
export function handleLastWill(
  dependencies: PublicationDependencies,
  client: MqttConnection,
  will: MqttLastWill,
): void {
  const { sessions, metrics, clock } = dependencies
  const session = sessions.of(client)
  const isMeant = !sessions.isAbandoned(client) && !sessions.isTakenOver(client)
  // Ignores the last will of a gateway over its quota. The listener has stopped reading its connection, so the loss
  // of the connection does not mean that the gateway is offline.
  if (!session || !isMeant || dependencies.isRefusing() || dependencies.quota.isSlowed(session.serial)) return
  const reading = readPublication(session, will, clock.now())
  if (isEntry(reading)) submit(dependencies, reading, () => {})
  else if (reading.outcome !== 'ignored') metrics.reports.inc({ outcome: 'unknown-topic' })
}

const reportStep: SpanOptions = { name: 'report', kind: 'server', attributes: { 'messaging.system': 'mqtt' } }

function proceed(
  dependencies: PublicationDependencies,
  session: GatewayConnection,
  pendingPublication: PendingPublication,
): void {
  if (dependencies.isRefusing()) return answer(dependencies, pendingPublication, 'postponed')
  const span = openSpan(reportStep)
  const reading = readPublication(session, pendingPublication.packet, dependencies.clock.now())
  // Releases the payload, which is already parsed. The packet stays in memory until it is answered, possibly after
  // thousands of other packets.
  pendingPublication.packet.payload = empty
  if (isEntry(reading)) {
    session.lastSeenAt = reading.receivedAt
    if (span?.traceparent !== undefined) reading.trace = span.traceparent
  }
  const onOutcome = (outcome: PublicationOutcome): void => {
    span?.end({ attributes: { 'gateway_portal.outcome': outcome } })
    answer(dependencies, pendingPublication, outcome)
  }
  if (reading.kind !== 'answered') return submit(dependencies, reading, onOutcome)
  if (reading.outcome !== 'ignored') dependencies.metrics.reports.inc({ outcome: reading.outcome })
  queueMicrotask(() => onOutcome(reading.outcome))
}

/**
 * The content of a publication. `answered`: nothing is stored, and the answer may be sent before the answers to
 * earlier publications.
 */
type ReadPublication = IngestEntry | RefusedPublication | { kind: 'answered'; outcome: 'ignored' | 'foreign-topic' }

const offlineWord = 'offline'

type Publication = Pick<IPublishPacket, 'topic' | 'payload'>

function readPublication(session: GatewayConnection, { topic, payload }: Publication, now: number): ReadPublication {
  const { gatewayId, serial, clientId, lastSeenAt } = session
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
  const meaning = parseMqttTopic(topic, serial)
  if (meaning.kind === 'answered' || meaning.kind === 'refused') return meaning
  if (meaning.kind === 'connection') {
    if (bytes.toString() !== offlineWord) return { kind: 'answered', outcome: 'ignored' }
    return { kind: 'offline', gatewayId, clientId, lastSeenAt, receivedAt: now }
  }
  const parsed = parseReport(bytes, now)
  if (parsed.kind === 'refused') return parsed
  return { kind: 'report', gatewayId, clientId, unit: meaning.unit, report: parsed.report, receivedAt: now }
}

function isEntry(reading: ReadPublication): reading is IngestEntry {
  return reading.kind === 'report' || reading.kind === 'offline'
}

/**
 * Passes an entry to the writer, and calls `onOutcome` once the entry is committed or cannot be stored. It uses
 * callbacks, because a promise would cost several objects for each report.
 */
function submit(
  { writer, metrics }: PublicationDependencies,
  item: IngestEntry | RefusedPublication,
  onOutcome: (outcome: PublicationOutcome) => void,
): void {
  function recordOutcome(outcome: PublicationOutcome): void {
    metrics.unacknowledged.dec()
    metrics.reports.inc({ outcome })
    onOutcome(outcome)
  }
  metrics.unacknowledged.inc()
  writer.enqueue(item, { resolve: recordOutcome, reject: () => recordOutcome('postponed') })
}

/** Sends the answer that belongs to the outcome of a publication. */
function answer(
  { sessions, departures }: PublicationDependencies,
  pendingPublication: PendingPublication,
  outcome: PublicationOutcome,
): void {
  const { client, packet } = pendingPublication
  const publicationAnswer: PublicationAnswer = answerByPublicationOutcome[outcome]
  if (publicationAnswer.kind === 'acknowledge') client.acknowledge(packet, publicationAnswer.reasonCode)
  else if (publicationAnswer.kind === 'forbid')
    client.reject(packet, new Error('A gateway publishes only under its own serial number'))
  else if (!client.closed && !sessions.isAbandoned(client)) {
    sessions.abandon(client)
    client.disconnect({ reasonCode: publicationAnswer.reasonCode })
  }
  departures.countAnswered(client)
}
