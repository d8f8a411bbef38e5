import { isUnit, type Unit } from '#contract/push.ts'
import type { Clock } from '#server/clock.ts'
import { openSpan } from '#server/tracing.ts'
import type { RefusedEntry, Writer } from './writer.ts'
import type { Entry } from './conclude.ts'
import type { IngestMetrics, ReportOutcome } from './metrics.ts'
import { parseReport } from './report.ts'
import type { SignedInGateway } from './sign-in.ts'

/** The connection of a gateway; `heardAt`: epoch milliseconds of the last thing it brought. */
export type GatewaySession = SignedInGateway & { clientId: string; heardAt: number }

export type Publication = { topic: string; payload: Uint8Array }

/**
 * - `taken`: stored, and to be acknowledged.
 * - `dropped`: of no use now or ever; acknowledged too, or the gateway would send it for ever.
 * - `forbidden`: under another gateway's name.
 * - `postponed`: not stored now; not acknowledged, so that the gateway sends it again.
 */
export type PublicationVerdict = 'taken' | 'dropped' | 'forbidden' | 'postponed'

export type PublicationDependencies = {
  writer: Pick<Writer, 'add'>
  clock: Clock
  metrics: Pick<IngestMetrics, 'reports' | 'unacknowledged'>
}

export type Publications = {
  /** Resolves when the publication is stored, or will never be. */
  take: (session: GatewaySession, publication: Publication) => Promise<PublicationVerdict>
  /** The last will of a connection that was lost. */
  takeWill: (session: GatewaySession, will: Publication) => Promise<PublicationVerdict>
}

const offlineWord = 'offline'

export function createPublications(dependencies: PublicationDependencies): Publications {
  async function take(session: GatewaySession, publication: Publication): Promise<PublicationVerdict> {
    const span = openSpan({ name: 'report', kind: 'server', attributes: { 'messaging.system': 'mqtt' } })
    if (!span) return takeTraced(session, publication, undefined)
    const verdict = await takeTraced(session, publication, span.traceparent)
    span.end({ attributes: { 'gateway_portal.verdict': verdict } })
    return verdict
  }

  async function takeTraced(
    session: GatewaySession,
    publication: Publication,
    trace: string | undefined,
  ): Promise<PublicationVerdict> {
    const read = readPublication(session, publication, dependencies.clock.now())
    if (trace !== undefined && read.kind === 'entry') read.entry.trace = trace
    if (read.kind === 'foreign-topic') return count(dependencies, 'foreign-topic', 'forbidden')
    if (read.kind === 'nothing') return 'taken'
    if (read.kind === 'entry') session.heardAt = read.entry.receivedAt
    return write(dependencies, read)
  }

  async function takeWill(session: GatewaySession, will: Publication): Promise<PublicationVerdict> {
    const read = readPublication(session, will, dependencies.clock.now())
    if (read.kind === 'entry') return write(dependencies, read)
    return read.kind === 'nothing' ? 'taken' : count(dependencies, 'unknown-topic', 'forbidden')
  }

  return { take, takeWill }
}

type Reading =
  | { kind: 'entry'; entry: Entry }
  | { kind: 'refused'; reason: ReportOutcome }
  | { kind: 'foreign-topic' }
  | { kind: 'nothing' }

function readPublication(session: GatewaySession, { topic, payload }: Publication, now: number): Reading {
  const { gatewayId, clientId, heardAt } = session
  const place = readMqttTopic(topic, session.serial)
  if (place.kind === 'foreign') return { kind: 'foreign-topic' }
  if (place.kind === 'unknown') return { kind: 'refused', reason: 'unknown-topic' }
  if (place.kind === 'connection') {
    if (Buffer.from(payload).toString() !== offlineWord) return { kind: 'nothing' }
    return { kind: 'entry', entry: { kind: 'offline', gatewayId, clientId, heardAt, receivedAt: now } }
  }
  const parsed = parseReport(payload, now)
  if (parsed.kind === 'refused') return parsed
  const { report } = parsed
  return {
    kind: 'entry',
    entry: { kind: 'report', gatewayId, clientId, unit: place.unit, report, receivedAt: now },
  }
}

type Writable = Extract<Reading, { kind: 'entry' | 'refused' }>

async function write(dependencies: PublicationDependencies, read: Writable): Promise<PublicationVerdict> {
  const item: Entry | RefusedEntry = read.kind === 'entry' ? read.entry : { kind: 'refused' }
  const { unacknowledged } = dependencies.metrics
  unacknowledged.inc()
  const outcome = await dependencies.writer.add(item).catch((): 'postponed' => 'postponed')
  unacknowledged.dec()
  if (outcome === 'postponed') return count(dependencies, 'postponed', 'postponed')
  if (read.kind === 'refused') return count(dependencies, read.reason, 'dropped')
  return outcome === 'stored' ? count(dependencies, 'stored', 'taken') : count(dependencies, 'unstorable', 'dropped')
}

function count(
  dependencies: PublicationDependencies,
  outcome: ReportOutcome,
  verdict: PublicationVerdict,
): PublicationVerdict {
  dependencies.metrics.reports.inc({ outcome })
  return verdict
}

/** Where a gateway wants to publish, as seen by the listener that knows its serial number. */
type MqttTopic =
  | { kind: 'unit'; unit: Unit }
  | { kind: 'connection' }
  /** Its own, but nothing that has a meaning. */
  | { kind: 'unknown' }
  | { kind: 'foreign' }

const unknown: MqttTopic = { kind: 'unknown' }
const foreign: MqttTopic = { kind: 'foreign' }
const connection: MqttTopic = { kind: 'connection' }

const prefix = 'gateways/'

/** Reads `gateways/{serial}/{unit|connection}`. Specification 14.5. */
export function readMqttTopic(topic: string, ownSerial: string): MqttTopic {
  const serialEnds = prefix.length + ownSerial.length
  const isOwn = topic.startsWith(prefix) && topic.startsWith(ownSerial, prefix.length) && topic[serialEnds] === '/'
  if (!isOwn) return foreign
  const last = topic.slice(serialEnds + 1)
  if (last === 'connection') return connection
  return isUnit(last) ? { kind: 'unit', unit: last } : unknown
}
