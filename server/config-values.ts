import type * as z from 'zod/mini'
import type { TrialWaitRange } from './appliances/access/takeover/trial.ts'
import type { DatabaseAddress } from './config.ts'
import type { environmentSchema } from './environment.ts'

type Settings = z.infer<typeof environmentSchema>

const defaultBusPrefix = 'gateway-portal'
const minTakeoverWaitMs = 20_000

export function toTracingSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share }: Settings) {
  return endpoint === undefined ? null : { endpoint, share }
}

export function toNatsSettings({ BUS_URL: address, ...set }: Settings) {
  if (address === undefined) return null
  const { BUS_CA_FILE: caFile = null, BUS_CREDENTIALS_FILE: credentialsFile = null } = set
  return { address, caFile, credentialsFile, prefix: set.BUS_PREFIX ?? defaultBusPrefix }
}

/**
 * Returns the minimum and maximum of the random waits in the trial of a takeover. If `maxMs` is below the default
 * minimum, as in tests, both are `maxMs`.
 */
export function toTrialWaitRange(maxMs: number): TrialWaitRange {
  return { minMs: Math.min(minTakeoverWaitMs, maxMs), maxMs }
}

export function toMailSettings({ SMTP_URL: url, MAIL_FROM: from, ...set }: Settings) {
  if (url === undefined) return null
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_KEY: keyFile } = set
  const isSigned = domain !== undefined && selector !== undefined && keyFile !== undefined
  return { url, from, dkim: isSigned ? { domain, selector, keyFile } : null }
}

export function toWebPushSettings(set: Settings) {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, PUSH_TEST_ORIGIN: testOrigin = null } = set
  if (publicKey === undefined || privateKey === undefined) return null
  return { publicKey, privateKey, subject: subjectOf(set), testOrigin }
}

/** Returns the contact for push services, as `mailto:` or `https:`. RFC 8292, section 2.1. */
function subjectOf({ SECURITY_CONTACT: contact, PUBLIC_URL: url }: Settings): string {
  if (contact !== undefined) return contact
  return url?.startsWith('https:') ? url : 'https://localhost'
}

export function toSessionDatabaseAddress({
  DATABASE_URL: url,
  DATABASE_SESSION_URL: sessionUrl = url,
}: Pick<Settings, 'DATABASE_URL' | 'DATABASE_SESSION_URL'>): DatabaseAddress {
  return { setting: sessionUrl === url ? 'DATABASE_URL' : 'DATABASE_SESSION_URL', url: sessionUrl }
}

export function toTlsFiles(certFile: string | undefined, keyFile: string | undefined) {
  if (certFile === undefined || keyFile === undefined) return null
  return { certFile, keyFile }
}
