import * as z from 'zod/mini'
import { grantableRole } from './access-role.ts'
import { applianceTypes } from './appliance.ts'
import { exportFailures } from './export-states.ts'
import { faultCode, faultSeverities } from './faults.ts'
import { programDecisions } from './program-decisions.ts'
import { companyTypes } from './service-contract.ts'
import { lowerCaseUuid } from './text-schemas.ts'

/** The categories of notices. People choose channels for each of them. Specification 23.1. */
export const noticeCategories = ['heating', 'service', 'data', 'people', 'security'] as const

export type NoticeCategory = (typeof noticeCategories)[number]

/** The categories whose emails have an unsubscribe link. Specification 23.10. */
export const unsubscribableCategories = [
  'heating',
  'service',
  'data',
  'people',
] as const satisfies readonly NoticeCategory[]

export type UnsubscribableCategory = (typeof unsubscribableCategories)[number]

/** The channels of notices: the portal's page, email, web push. */
export const noticeChannels = ['portal', 'mail', 'push'] as const

export type NoticeChannel = (typeof noticeChannels)[number]

/** The number of months for which a notice is stored. */
export const noticeRetentionMonths = 12

/**
 * The maximum number of emails about notices to one person in 24 hours. When this limit is reached, one more email
 * reports it.
 */
export const maxNoticeMailsPerDay = 20

/**
 * The maximum number of emails about the account in 24 hours. Emails about a changed contact email have a separate
 * count with the same maximum.
 *
 * Because of these limits, many sign-ins or changed settings cannot use up the emails about faults.
 */
export const maxAccountMailsPerDay = 5

/** The maximum and default number of notices in one answer. */
export const maxNoticesPerAnswer = 100
export const defaultNoticesPerAnswer = 30

const moment = z.iso.datetime()
const severity = z.enum(faultSeverities)
const code = z.nullable(faultCode)
const givenAccess = { role: grantableRole, until: z.nullable(moment) }
const company = { companyType: z.enum(companyTypes), company: z.string() }

/**
 * The events of notices, each with the data for its text. Times are RFC 3339 in UTC. `code` is null if the appliance
 * sent no code; `company` is the name of a company. "The reader" is the person who gets the notice.
 * - `fault-began`, `warning-lasts`: the appliance has had an ERROR, or a WARNING, since `since`.
 * - `fault-recurs`: the fault began `times` times since `since`.
 * - `fault-ended`, `back-online`: the fault or the lost connection lasted from `since` to `until`.
 * - `export-ready`, `export-expires`: the files of the export can be downloaded until `expiresAt`.
 * - `access-given`: a person got this role until `until`, or without an end if `until` is null. `access-ends`: a
 *   person's access ends soon.
 * - `access-ended`: a person's access has ended. Events with `own-` are about the access of the reader.
 * - `access-requested`: a person with the codes of the sticker asks for access. `request-accepted`, `request-declined`:
 *   the answer to that person.
 * - `handover-declined`, `handover-expired`: nobody accepted the reader's hand-over.
 * - `link-undeliverable`: the reader's email with the link of an invitation or a hand-over could not be delivered.
 * - `ownership-begun`, `ownership-ended`: the reader became the owner, or is no longer the owner.
 * - `owner-changed`: somebody else became the owner, and the reader still has access.
 * - `takeover-asked`: somebody else has proved that they are next to the appliance. The reader may object until
 *   `until`.
 * - `takeover-ended`: the reader's takeover did not succeed.
 * - `program-decided`: the operator decided about a program that the reader registered. `reason`: the operator's own
 *   text.
 * - `webhooks-failing`: the endpoint `url` of the reader's program has failed since `since`.
 * - `new-browser`: the reader signed in from a new browser. Its name is null if the browser does not send it.
 * - `contact-email-changed`, `notice-settings-changed`: somebody who is signed in as the reader changed the contact
 *   email or the notice settings.
 * - `push-browser-added`, `push-browser-removed`: push messages now go to this browser, or no longer do.
 * - `sessions-ended`: the reader ended `count` sessions on the account page.
 * - `account-deleted`: the reader deleted their account, which is erased at `erasedAt`. `account-restored`: the reader
 *   restored the account.
 * - `emails-turned-off`: the unsubscribe link of an email turned off the emails of this category.
 * - `mail-undeliverable`: an email to the reader could not be delivered. `mail-limit`: the reader got `limit` emails in
 *   24 hours; the next emails are sent from `until` on.
 */
export const noticeEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fault-began'), code, since: moment }),
  z.object({ kind: z.literal('warning-lasts'), code, since: moment }),
  z.object({ kind: z.literal('fault-recurs'), code, severity, since: moment, times: z.int() }),
  z.object({ kind: z.literal('fault-ended'), code, severity, since: moment, until: moment }),
  z.object({ kind: z.literal('offline'), since: moment }),
  z.object({ kind: z.literal('back-online'), since: moment, until: moment }),
  z.object({ kind: z.literal('contract-answered'), ...company, isAccepted: z.boolean() }),
  z.object({ kind: z.literal('consent-changed'), ...company }),
  z.object({ kind: z.literal('export-ready'), exportId: z.uuid(), expiresAt: moment }),
  z.object({ kind: z.literal('export-expires'), exportId: z.uuid(), expiresAt: moment }),
  z.object({ kind: z.literal('export-failed'), exportId: z.uuid(), reason: z.enum(exportFailures) }),
  z.object({
    kind: z.literal('program-decided'),
    program: z.string(),
    decision: z.enum(programDecisions),
    reason: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('webhooks-failing'), program: z.string(), url: z.string(), since: moment }),
  z.object({ kind: z.literal('access-given'), ...givenAccess }),
  z.object({ kind: z.literal('access-ends'), until: moment }),
  z.object({ kind: z.literal('access-ended') }),
  z.object({ kind: z.literal('own-access-changed'), ...givenAccess }),
  z.object({ kind: z.literal('own-access-ends'), until: moment }),
  z.object({ kind: z.literal('own-access-ended') }),
  z.object({ kind: z.literal('access-requested') }),
  z.object({ kind: z.literal('request-accepted'), ...givenAccess }),
  z.object({ kind: z.literal('request-declined') }),
  z.object({ kind: z.literal('handover-declined') }),
  z.object({ kind: z.literal('handover-expired') }),
  z.object({ kind: z.literal('link-undeliverable') }),
  z.object({ kind: z.literal('ownership-begun') }),
  z.object({ kind: z.literal('ownership-ended') }),
  z.object({ kind: z.literal('owner-changed') }),
  z.object({ kind: z.literal('takeover-asked'), until: moment }),
  z.object({ kind: z.literal('takeover-ended'), takeoverId: z.uuid() }),
  z.object({
    kind: z.literal('new-browser'),
    at: moment,
    browser: z.nullable(z.string()),
    system: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('contact-email-changed'), at: moment }),
  z.object({ kind: z.literal('notice-settings-changed'), at: moment }),
  z.object({
    kind: z.literal('push-browser-added'),
    at: moment,
    browser: z.nullable(z.string()),
    system: z.nullable(z.string()),
  }),
  z.object({
    kind: z.literal('push-browser-removed'),
    at: moment,
    browser: z.nullable(z.string()),
    system: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('sessions-ended'), at: moment, count: z.int() }),
  z.object({ kind: z.literal('account-deleted'), at: moment, erasedAt: moment }),
  z.object({ kind: z.literal('account-restored'), at: moment }),
  z.object({ kind: z.literal('emails-turned-off'), at: moment, category: z.enum(unsubscribableCategories) }),
  z.object({ kind: z.literal('mail-undeliverable') }),
  z.object({ kind: z.literal('mail-limit'), limit: z.int(), until: moment }),
])

export type NoticeEvent = z.infer<typeof noticeEvent>

export type NoticeKind = NoticeEvent['kind']

const categories: Readonly<Record<NoticeKind, NoticeCategory>> = {
  'fault-began': 'heating',
  'warning-lasts': 'heating',
  'fault-recurs': 'heating',
  'fault-ended': 'heating',
  offline: 'heating',
  'back-online': 'heating',
  'contract-answered': 'service',
  'consent-changed': 'service',
  'export-ready': 'data',
  'export-expires': 'data',
  'export-failed': 'data',
  'program-decided': 'data',
  'webhooks-failing': 'data',
  'access-given': 'people',
  'access-ends': 'people',
  'access-ended': 'people',
  'own-access-changed': 'people',
  'own-access-ends': 'people',
  'own-access-ended': 'people',
  'access-requested': 'people',
  'request-accepted': 'people',
  'request-declined': 'people',
  'handover-declined': 'people',
  'handover-expired': 'people',
  'link-undeliverable': 'people',
  'ownership-begun': 'people',
  'ownership-ended': 'people',
  'owner-changed': 'people',
  'takeover-asked': 'people',
  'takeover-ended': 'people',
  'new-browser': 'security',
  'contact-email-changed': 'security',
  'notice-settings-changed': 'security',
  'push-browser-added': 'security',
  'push-browser-removed': 'security',
  'sessions-ended': 'security',
  'account-deleted': 'security',
  'account-restored': 'security',
  'emails-turned-off': 'security',
  'mail-undeliverable': 'security',
  'mail-limit': 'security',
}

export function noticeCategoryOf(kind: NoticeKind): NoticeCategory {
  return categories[kind]
}

/** The events about the account of a person. Their emails also go to the sign-in address. Specification 23.5. */
export const accountNoticeKinds = [
  'new-browser',
  'contact-email-changed',
  'notice-settings-changed',
  'push-browser-added',
  'push-browser-removed',
  'sessions-ended',
  'account-deleted',
  'account-restored',
] as const satisfies readonly NoticeKind[]

export function isAccountNoticeKind(kind: NoticeKind): boolean {
  return accountNoticeKinds.some((one) => one === kind)
}

/**
 * Whether a notice of this kind goes to every channel, regardless of the person's settings. Specification 23.7 and
 * 26.9.
 */
export function isSentOnEveryChannel(kind: NoticeKind): boolean {
  return kind === 'takeover-asked'
}

/**
 * The appliance of a notice. `name`: the person's own name for the appliance, or null. `placementInType`: its number
 * among the person's appliances of the same type; the oldest has 1. Specification 2.6.
 */
export const applianceOfNotice = z.object({
  name: z.nullable(z.string()),
  applianceType: z.enum(applianceTypes),
  placementInType: z.int(),
})

export type ApplianceOfNotice = z.infer<typeof applianceOfNotice>

/**
 * A notice, as its person reads it. `connectionId` and `appliance` describe the appliance with its current name; both
 * are null for a notice that is not about an appliance. Times are RFC 3339; `readAt` is null until the person has
 * read the notice. Specification 23.6.
 */
export const notice = z.object({
  id: z.uuid(),
  category: z.enum(noticeCategories),
  event: noticeEvent,
  connectionId: z.nullable(z.uuid()),
  appliance: z.nullable(applianceOfNotice),
  createdAt: z.string(),
  readAt: z.nullable(z.string()),
})

export type Notice = z.infer<typeof notice>

/**
 * A page of notices, newest first. `unread`: the number of all unread notices of the person. `before`: the cursor of
 * the next page; null on the last page.
 */
export const noticeList = z.object({ items: z.array(notice), unread: z.int(), before: z.nullable(z.string()) })

export type NoticeList = z.infer<typeof noticeList>

/** The query of GET /api/2/notices. `before` is the cursor `before` of the previous answer. */
export const noticeQuery = z.strictObject({
  limit: z.optional(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,2}$/, { error: 'pattern' })),
      z.pipe(z.transform(Number), z.int().check(z.maximum(maxNoticesPerAnswer))),
    ),
  ),
  before: z.optional(z.string().check(z.maxLength(100))),
})

/** The body of PATCH /api/2/notices: the notices to mark as read, or `all`. */
export const noticesToMarkAsRead = z.strictObject({
  read: z.union([z.literal('all'), z.array(lowerCaseUuid).check(z.minLength(1), z.maxLength(maxNoticesPerAnswer))]),
})

export type NoticesToMarkAsRead = z.infer<typeof noticesToMarkAsRead>

/** The number of the person's unread notices. */
export const unreadNoticeCount = z.object({ unread: z.int() })
