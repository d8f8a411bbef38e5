import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export type IngestMetrics = {
  /**
   * Publications by `PublicationOutcome`. Publications with the outcome `ignored`, and those refused before their
   * payload is read, are not counted.
   */
  reports: Counter<'outcome'>
  /** Publications that waited for their gateway's quota, or were refused because of it. */
  reportsSlowed: Counter
  /** Publications that wait for their commit. */
  unacknowledged: Gauge
  signIns: Counter<'outcome'>
  subscriptionsRefused: Counter
  /**
   * Sockets that were closed before they signed in. `silent`: the time limit was over. `many`: there were too many
   * sockets, and this socket was the oldest.
   */
  socketsCut: Counter<'reason'>
  protocolErrors: Counter
  connections: Gauge
  batchEntries: Histogram
  batchSeconds: Histogram
}

export function createIngestMetrics(registry: Registry): IngestMetrics {
  const registers = [registry]
  return {
    reports: new Counter({
      name: 'gateway_portal_ingest_reports_total',
      help: 'Publications of gateways by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    reportsSlowed: new Counter({
      name: 'gateway_portal_ingest_reports_slowed_total',
      help: 'Publications that were delayed or refused by the quota of their gateway',
      registers,
    }),
    unacknowledged: new Gauge({
      name: 'gateway_portal_ingest_unacknowledged',
      help: 'Publications without commit and so without acknowledgement',
      registers,
    }),
    signIns: new Counter({
      name: 'gateway_portal_ingest_sign_ins_total',
      help: 'Sign-ins of gateways by outcome: accepted, rejected, unavailable',
      labelNames: ['outcome'],
      registers,
    }),
    subscriptionsRefused: new Counter({
      name: 'gateway_portal_ingest_subscriptions_refused_total',
      help: 'Subscriptions of gateways, all of which are refused',
      registers,
    }),
    socketsCut: new Counter({
      name: 'gateway_portal_ingest_sockets_cut_total',
      help: 'Sockets closed before they signed in, by reason: silent, many',
      labelNames: ['reason'],
      registers,
    }),
    protocolErrors: new Counter({
      name: 'gateway_portal_ingest_protocol_errors_total',
      help: 'Connections that ended by an error of the MQTT protocol or the network',
      registers,
    }),
    connections: new Gauge({ name: 'gateway_portal_ingest_connections', help: 'Gateways connected now', registers }),
    batchEntries: new Histogram({
      name: 'gateway_portal_ingest_batch_entries',
      help: 'Reports and last wills in one commit',
      buckets: [1, 3, 10, 30, 100, 300, 1000],
      registers,
    }),
    batchSeconds: new Histogram({
      name: 'gateway_portal_ingest_batch_seconds',
      help: 'Duration of one commit with its retries',
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2, 10],
      registers,
    }),
  }
}

/** Exposes when the TLS certificate of the listener expires. Reads the file once, at the start. */
export async function registerCertificateExpiryMetric(
  registry: Registry,
  { certFile }: { certFile: string },
): Promise<void> {
  const { validTo } = new X509Certificate(await readFile(certFile))
  const expires = new Gauge({
    name: 'gateway_portal_certificate_expires_timestamp_seconds',
    help: 'When the certificate of the MQTT listener expires',
    registers: [registry],
  })
  expires.set(Date.parse(validTo) / 1000)
}
