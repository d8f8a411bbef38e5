import { exportFailures } from '#contract/export-states.ts'
import type { FaultDescription } from '#contract/faults.ts'
import type { ApplianceOfNotice, NoticeEvent } from '#contract/notices.ts'
import { programDecisions } from '#contract/program-decisions.ts'
import type { LinkedAppliance } from './create-link-mail.ts'
import type { NoticeContent } from './notice-content.ts'

const since = '2026-11-22T13:03:00.000Z'
const until = '2026-11-22T15:30:00.000Z'
const exportId = '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3c'
const connectionId = '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3d'
const boiler: ApplianceOfNotice = { name: 'Cellar', applianceType: 'BOILER', placementInType: 1 }
const heatPump: ApplianceOfNotice = { name: null, applianceType: 'HP', placementInType: 2 }
const company = 'Müller & Söhne Heizungsbau'
const program = 'Warm Advice'
const contact = { name: company, phone: '+49 711 123456', email: 'service@example.com' }

type Sample = { name: string; occasion: NoticeContent }

/** An example of an event. `appliance`: if absent, the sample boiler; null if the event is not about an appliance. */
type SampleEvent = {
  name: string
  event: NoticeEvent
  appliance?: ApplianceOfNotice | null
  contact?: NoticeContent['contact']
}

/**
 * Returns an example for every kind of event, for the gallery and for tests. `describe`: returns the catalogue's
 * description of a fault code.
 */
export function createSampleNoticeContents(describe: (code: string) => FaultDescription | null): readonly Sample[] {
  return sampleEvents.map(({ name, event, appliance = boiler, contact: called = null }) => ({
    name,
    occasion: {
      event,
      connectionId: appliance && connectionId,
      appliance,
      fault: 'code' in event && event.code !== null ? describe(event.code) : null,
      contact: called,
    },
  }))
}

const sampleEvents: readonly SampleEvent[] = [
  { name: 'fault-began', event: { kind: 'fault-began', code: 'E104', since }, contact },
  { name: 'fault-began, emergency', event: { kind: 'fault-began', code: 'G901', since } },
  { name: 'fault-began, not described', event: { kind: 'fault-began', code: 'Z999', since }, appliance: heatPump },
  { name: 'fault-began, without a code', event: { kind: 'fault-began', code: null, since } },
  { name: 'warning-lasts', event: { kind: 'warning-lasts', code: 'W201', since } },
  {
    name: 'fault-recurs',
    event: { kind: 'fault-recurs', code: 'E110', severity: 'ERROR', since, times: 4 },
  },
  {
    name: 'fault-ended',
    event: { kind: 'fault-ended', code: 'E104', severity: 'ERROR', since, until },
  },
  {
    name: 'fault-recurs, emergency',
    event: { kind: 'fault-recurs', code: 'G901', severity: 'ERROR', since, times: 4 },
  },
  {
    name: 'fault-ended, emergency',
    event: { kind: 'fault-ended', code: 'G901', severity: 'ERROR', since, until },
  },
  { name: 'offline', event: { kind: 'offline', since }, appliance: heatPump },
  { name: 'back-online', event: { kind: 'back-online', since, until }, appliance: heatPump },
  {
    name: 'contract-answered, accepted',
    event: { kind: 'contract-answered', companyType: 'SUPPORT', company, isAccepted: true },
  },
  {
    name: 'contract-answered, declined',
    event: { kind: 'contract-answered', companyType: 'ASA', company, isAccepted: false },
  },
  { name: 'consent-changed', event: { kind: 'consent-changed', companyType: 'SUPPORT', company } },
  { name: 'export-ready', event: { kind: 'export-ready', exportId, expiresAt: until } },
  { name: 'export-expires', event: { kind: 'export-expires', exportId, expiresAt: until } },
  ...exportFailures.map((reason): SampleEvent => ({
    name: `export-failed, ${reason}`,
    event: { kind: 'export-failed', exportId, reason },
  })),
  ...programDecisions.map((decision): SampleEvent => ({
    name: `program-decided, ${decision}`,
    event: {
      kind: 'program-decided',
      program,
      decision,
      reason: decision === 'approve' ? null : 'No register entry.',
    },
    appliance: null,
  })),
  {
    name: 'webhooks-failing',
    event: { kind: 'webhooks-failing', program, url: 'https://partner.example/hook', since },
    appliance: null,
  },
  { name: 'access-given', event: { kind: 'access-given', role: 'VIEWER', until } },
  { name: 'access-given, without end', event: { kind: 'access-given', role: 'CO_OWNER', until: null } },
  { name: 'access-ends', event: { kind: 'access-ends', until } },
  { name: 'access-ended', event: { kind: 'access-ended' } },
  { name: 'own-access-changed', event: { kind: 'own-access-changed', role: 'CO_OWNER', until } },
  { name: 'own-access-ends', event: { kind: 'own-access-ends', until } },
  { name: 'own-access-ended', event: { kind: 'own-access-ended' }, appliance: null },
  { name: 'access-requested', event: { kind: 'access-requested' } },
  { name: 'request-accepted', event: { kind: 'request-accepted', role: 'VIEWER', until: null } },
  { name: 'request-declined', event: { kind: 'request-declined' }, appliance: null },
  { name: 'handover-declined', event: { kind: 'handover-declined' } },
  { name: 'handover-expired', event: { kind: 'handover-expired' } },
  { name: 'link-undeliverable', event: { kind: 'link-undeliverable' } },
  { name: 'ownership-begun', event: { kind: 'ownership-begun' } },
  { name: 'ownership-ended', event: { kind: 'ownership-ended' }, appliance: null },
  { name: 'owner-changed', event: { kind: 'owner-changed' } },
  { name: 'takeover-asked', event: { kind: 'takeover-asked', until } },
  { name: 'takeover-ended', event: { kind: 'takeover-ended', takeoverId: exportId }, appliance: null },
  {
    name: 'new-browser',
    event: { kind: 'new-browser', at: since, browser: 'Firefox', system: 'Windows' },
    appliance: null,
  },
  {
    name: 'new-browser, unknown',
    event: { kind: 'new-browser', at: since, browser: null, system: null },
    appliance: null,
  },
  { name: 'contact-email-changed', event: { kind: 'contact-email-changed', at: since }, appliance: null },
  { name: 'notice-settings-changed', event: { kind: 'notice-settings-changed', at: since }, appliance: null },
  {
    name: 'push-browser-added',
    event: { kind: 'push-browser-added', at: since, browser: 'Chrome', system: 'Linux' },
    appliance: null,
  },
  {
    name: 'push-browser-removed',
    event: { kind: 'push-browser-removed', at: since, browser: 'Safari', system: 'iPhone' },
    appliance: null,
  },
  { name: 'sessions-ended', event: { kind: 'sessions-ended', at: since, count: 2 }, appliance: null },
  { name: 'account-deleted', event: { kind: 'account-deleted', at: since, erasedAt: until }, appliance: null },
  { name: 'account-restored', event: { kind: 'account-restored', at: since }, appliance: null },
  { name: 'emails-turned-off', event: { kind: 'emails-turned-off', at: since, category: 'heating' }, appliance: null },
  { name: 'mail-undeliverable', event: { kind: 'mail-undeliverable' }, appliance: null },
  { name: 'mail-limit', event: { kind: 'mail-limit', limit: 20, until }, appliance: null },
]

const linkBase = { token: 'A'.repeat(43), applianceType: 'HP', city: 'Stuttgart', expiresAt: new Date(until) } as const

/**
 * Examples of links in emails, for the gallery and for tests: an invitation and a hand-over, each with and without a
 * name and a city.
 */
export const sampleLinkedAppliances: readonly LinkedAppliance[] = (['invitation', 'handover'] as const).flatMap(
  (kind) => [
    { ...linkBase, kind, inviter: 'Olga Ott' },
    { ...linkBase, kind, inviter: null, city: null },
  ],
)
