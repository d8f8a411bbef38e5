import { isUnit, type Unit } from '#contract/push.ts'
import type { Clock } from '#server/clock.ts'
import { openSpan, type Opening } from '#server/tracing.ts'
import type { RefusedEntry, WriteOutcome, Writer } from './writer.ts'
import type { Entry } from './conclude.ts'
import type { IngestMetrics, ReportOutcome } from './metrics.ts'
import { parseReport } from './report.ts'
import type { SignedInGateway } from './sign-in.ts'

/** The connection of a gateway; `heardAt`: when it last sent anything, epoch milliseconds. */
export type GatewaySession = SignedInGateway & { clientId: string; heardAt: number }

export type Publication = { topic: string; payload: Uint8Array }

/**
 * - `taken`: stored; acknowledge it.
 * - `dropped`: never valid; also acknowledged, because the gateway would otherwise send it forever.
 * - `forbidden`: under another gateway's name.
 * - `postponed`: not stored now; not acknowledged, so that the gateway sends it again.
 */
export type PublicationVerdict = 'taken' | 'dropped' | 'forbidden' | 'postponed'

/** A callback instead of a promise, which would cost several objects for each of thousands of reports per second. */
export type OnVerdict = (verdict: PublicationVerdict) => void

export type PublicationDependencies = {
  writer: Pick<Writer, 'enqueue'>
  clock: Clock
  metrics: Pick<IngestMetrics, 'reports' | 'unacknowledged'>
}

export type Publications = {
  /** Calls `onVerdict` when the publication is stored, or will never be; never before this returns. */
  take: (session: GatewaySession, publication: Publication, onVerdict: OnVerdict) => void
  /** The last will of a lost connection. */
  takeWill: (session: GatewaySession, will: Publication) => void
}

const offlineWord = 'offline'

const step: Opening = { name: 'report', kind: 'server', attributes: { 'messaging.system': 'mqtt' } }

type TracedPublication = { session: GatewaySession; publication: Publication; trace: string | undefined }

export function createPublications(dependencies: PublicationDependencies): Publications {
  function take(session: GatewaySession, publication: Publication, onVerdict: OnVerdict): void {
    const span = openSpan(step)
    if (!span) return takeTraced({ session, publication, trace: undefined }, onVerdict)
    takeTraced({ session, publication, trace: span.traceparent }, (verdict) => {
      span.end({ attributes: { 'gateway_portal.verdict': verdict } })
      onVerdict(verdict)
    })
  }

  function takeTraced({ session, publication, trace }: TracedPublication, onVerdict: OnVerdict): void {
    const read = readPublication(session, publication, dependencies.clock.now())
    if (trace !== undefined && read.kind === 'entry') read.entry.trace = trace
    if (read.kind === 'foreign-topic') return later(onVerdict, count(dependencies, 'foreign-topic', 'forbidden'))
    if (read.kind === 'nothing') return later(onVerdict, 'taken')
    if (read.kind === 'entry') session.heardAt = read.entry.receivedAt
    write(dependencies, read, onVerdict)
  }

  function takeWill(session: GatewaySession, will: Publication): void {
    const read = readPublication(session, will, dependencies.clock.now())
    if (read.kind === 'entry') write(dependencies, read, () => {})
    else if (read.kind !== 'nothing') count(dependencies, 'unknown-topic', 'forbidden')
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
  const meaning = readMqttTopic(topic, session.serial)
  if (meaning.kind === 'foreign') return { kind: 'foreign-topic' }
  if (meaning.kind === 'unknown') return { kind: 'refused', reason: 'unknown-topic' }
  if (meaning.kind === 'connection') {
    if (Buffer.from(payload).toString() !== offlineWord) return { kind: 'nothing' }
    return { kind: 'entry', entry: { kind: 'offline', gatewayId, clientId, heardAt, receivedAt: now } }
  }
  const parsed = parseReport(payload, now)
  if (parsed.kind === 'refused') return parsed
  const { report } = parsed
  return {
    kind: 'entry',
    entry: { kind: 'report', gatewayId, clientId, unit: meaning.unit, report, receivedAt: now },
  }
}

type Writable = Extract<Reading, { kind: 'entry' | 'refused' }>

function write(dependencies: PublicationDependencies, read: Writable, onVerdict: OnVerdict): void {
  const item: Entry | RefusedEntry = read.kind === 'entry' ? read.entry : { kind: 'refused' }
  const { unacknowledged } = dependencies.metrics
  function conclude(outcome: WriteOutcome | 'postponed'): void {
    unacknowledged.dec()
    onVerdict(verdictOf(dependencies, read, outcome))
  }
  unacknowledged.inc()
  dependencies.writer.enqueue(item, { resolve: conclude, reject: () => conclude('postponed') })
}

function verdictOf(
  dependencies: PublicationDependencies,
  read: Writable,
  outcome: WriteOutcome | 'postponed',
): PublicationVerdict {
  if (outcome === 'postponed') return count(dependencies, 'postponed', 'postponed')
  if (read.kind === 'refused') return count(dependencies, read.reason, 'dropped')
  return outcome === 'stored' ? count(dependencies, 'stored', 'taken') : count(dependencies, 'unstorable', 'dropped')
}

function later(onVerdict: OnVerdict, verdict: PublicationVerdict): void {
  queueMicrotask(() => onVerdict(verdict))
}

function count(
  dependencies: PublicationDependencies,
  outcome: ReportOutcome,
  verdict: PublicationVerdict,
): PublicationVerdict {
  dependencies.metrics.reports.inc({ outcome })
  return verdict
}

/** The meaning of a topic for the gateway with its serial number. */
type MqttTopic =
  | { kind: 'unit'; unit: Unit }
  | { kind: 'connection' }
  /** Its own topic, without a meaning. */
  | { kind: 'unknown' }
  | { kind: 'foreign' }

const unknown: MqttTopic = { kind: 'unknown' }
const foreign: MqttTopic = { kind: 'foreign' }
const connection: MqttTopic = { kind: 'connection' }

const prefix = 'gateways/'

/** Parses `gateways/{serial}/{unit|connection}`. Specification 14.5. */
export function readMqttTopic(topic: string, ownSerial: string): MqttTopic {
  const serialEnds = prefix.length + ownSerial.length
  const isOwn = topic.startsWith(prefix) && topic.startsWith(ownSerial, prefix.length) && topic[serialEnds] === '/'
  if (!isOwn) return foreign
  const last = topic.slice(serialEnds + 1)
  if (last === 'connection') return connection
  return isUnit(last) ? { kind: 'unit', unit: last } : unknown
}
