import { exportFailures } from '#contract/export-states.ts'
import type { FaultDescription } from '#contract/faults.ts'
import type { NoticedAppliance, NoticeEvent } from '#contract/notices.ts'
import { programDecisions } from '#contract/program-decisions.ts'
import type { LinkedAppliance } from './compose-link-mail.ts'
import type { Occasion } from './occasion.ts'

const since = '2026-11-22T13:03:00.000Z'
const until = '2026-11-22T15:30:00.000Z'
const exportId = '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3c'
const connectionId = '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3d'
const boiler: NoticedAppliance = { name: 'Cellar', applianceType: 'BOILER', placementInType: 1 }
const heatPump: NoticedAppliance = { name: null, applianceType: 'HP', placementInType: 2 }
const company = 'Müller & Söhne Heizungsbau'
const program = 'Warm Advice'
const contact = { name: company, phone: '+49 711 123456', email: 'service@example.com' }

type Sample = { name: string; occasion: Occasion }

/**
 * Returns an example for every kind of event, for the gallery and for tests. `describe`: returns the catalogue's
 * description of a fault code.
 */
export function sampleOccasions(describe: (code: string) => FaultDescription | null): readonly Sample[] {
  const about = (event: NoticeEvent, appliance: NoticedAppliance | null = boiler): Occasion => ({
    event,
    connectionId: appliance && connectionId,
    appliance,
    fault: 'code' in event && event.code !== null ? describe(event.code) : null,
    contact: null,
  })
  return [
    { name: 'fault-began', occasion: { ...about({ kind: 'fault-began', code: 'E104', since }), contact } },
    { name: 'fault-began, emergency', occasion: about({ kind: 'fault-began', code: 'G901', since }) },
    { name: 'fault-began, not described', occasion: about({ kind: 'fault-began', code: 'Z999', since }, heatPump) },
    { name: 'fault-began, without a code', occasion: about({ kind: 'fault-began', code: null, since }) },
    { name: 'warning-lasts', occasion: about({ kind: 'warning-lasts', code: 'W201', since }) },
    {
      name: 'fault-recurs',
      occasion: about({ kind: 'fault-recurs', code: 'E110', severity: 'ERROR', since, times: 4 }),
    },
    {
      name: 'fault-ended',
      occasion: about({ kind: 'fault-ended', code: 'E104', severity: 'ERROR', since, until }),
    },
    {
      name: 'fault-recurs, emergency',
      occasion: about({ kind: 'fault-recurs', code: 'G901', severity: 'ERROR', since, times: 4 }),
    },
    {
      name: 'fault-ended, emergency',
      occasion: about({ kind: 'fault-ended', code: 'G901', severity: 'ERROR', since, until }),
    },
    { name: 'offline', occasion: about({ kind: 'offline', since }, heatPump) },
    { name: 'back-online', occasion: about({ kind: 'back-online', since, until }, heatPump) },
    {
      name: 'contract-answered, accepted',
      occasion: about({ kind: 'contract-answered', companyType: 'SUPPORT', company, isAccepted: true }),
    },
    {
      name: 'contract-answered, declined',
      occasion: about({ kind: 'contract-answered', companyType: 'ASA', company, isAccepted: false }),
    },
    { name: 'consent-changed', occasion: about({ kind: 'consent-changed', companyType: 'SUPPORT', company }) },
    { name: 'export-ready', occasion: about({ kind: 'export-ready', exportId, expiresAt: until }) },
    { name: 'export-expires', occasion: about({ kind: 'export-expires', exportId, expiresAt: until }) },
    ...exportFailures.map((reason) => ({
      name: `export-failed, ${reason}`,
      occasion: about({ kind: 'export-failed' as const, exportId, reason }),
    })),
    ...programDecisions.map((decision) => ({
      name: `program-decided, ${decision}`,
      occasion: about(
        {
          kind: 'program-decided' as const,
          program,
          decision,
          reason: decision === 'approve' ? null : 'No register entry.',
        },
        null,
      ),
    })),
    {
      name: 'webhooks-failing',
      occasion: about({ kind: 'webhooks-failing', program, url: 'https://partner.example/hook', since }, null),
    },
    { name: 'access-given', occasion: about({ kind: 'access-given', role: 'VIEWER', until }) },
    { name: 'access-given, without end', occasion: about({ kind: 'access-given', role: 'CO_OWNER', until: null }) },
    { name: 'access-ends', occasion: about({ kind: 'access-ends', until }) },
    { name: 'access-ended', occasion: about({ kind: 'access-ended' }) },
    { name: 'own-access-changed', occasion: about({ kind: 'own-access-changed', role: 'CO_OWNER', until }) },
    { name: 'own-access-ends', occasion: about({ kind: 'own-access-ends', until }) },
    { name: 'own-access-ended', occasion: about({ kind: 'own-access-ended' }, null) },
    { name: 'access-requested', occasion: about({ kind: 'access-requested' }) },
    { name: 'request-accepted', occasion: about({ kind: 'request-accepted', role: 'VIEWER', until: null }) },
    { name: 'request-declined', occasion: about({ kind: 'request-declined' }, null) },
    { name: 'handover-declined', occasion: about({ kind: 'handover-declined' }) },
    { name: 'handover-expired', occasion: about({ kind: 'handover-expired' }) },
    { name: 'link-undeliverable', occasion: about({ kind: 'link-undeliverable' }) },
    { name: 'ownership-begun', occasion: about({ kind: 'ownership-begun' }) },
    { name: 'ownership-ended', occasion: about({ kind: 'ownership-ended' }, null) },
    { name: 'owner-changed', occasion: about({ kind: 'owner-changed' }) },
    { name: 'takeover-asked', occasion: about({ kind: 'takeover-asked', until }) },
    { name: 'takeover-ended', occasion: about({ kind: 'takeover-ended', takeoverId: exportId }, null) },
    {
      name: 'new-browser',
      occasion: about({ kind: 'new-browser', at: since, browser: 'Firefox', system: 'Windows' }, null),
    },
    {
      name: 'new-browser, unknown',
      occasion: about({ kind: 'new-browser', at: since, browser: null, system: null }, null),
    },
    { name: 'contact-email-changed', occasion: about({ kind: 'contact-email-changed', at: since }, null) },
    { name: 'notice-settings-changed', occasion: about({ kind: 'notice-settings-changed', at: since }, null) },
    {
      name: 'push-browser-added',
      occasion: about({ kind: 'push-browser-added', at: since, browser: 'Chrome', system: 'Linux' }, null),
    },
    {
      name: 'push-browser-removed',
      occasion: about({ kind: 'push-browser-removed', at: since, browser: 'Safari', system: 'iPhone' }, null),
    },
    { name: 'sessions-ended', occasion: about({ kind: 'sessions-ended', at: since, count: 2 }, null) },
    { name: 'account-deleted', occasion: about({ kind: 'account-deleted', at: since, erasedAt: until }, null) },
    { name: 'account-restored', occasion: about({ kind: 'account-restored', at: since }, null) },
    { name: 'emails-turned-off', occasion: about({ kind: 'emails-turned-off', at: since, category: 'heating' }, null) },
    { name: 'mail-undeliverable', occasion: about({ kind: 'mail-undeliverable' }, null) },
    { name: 'mail-limit', occasion: about({ kind: 'mail-limit', limit: 20, until }, null) },
  ]
}

const linked = { token: 'A'.repeat(43), applianceType: 'HP', city: 'Stuttgart', expiresAt: new Date(until) } as const

/**
 * Examples of links in emails, for the gallery and for tests: an invitation and a hand-over, each with and without a
 * name and a city.
 */
export const sampleLinks: readonly LinkedAppliance[] = (['invitation', 'handover'] as const).flatMap((kind) => [
  { ...linked, kind, inviter: 'Olga Ott' },
  { ...linked, kind, inviter: null, city: null },
])
