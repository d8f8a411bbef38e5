import {
  maxAccountMailsPerDay,
  isAccountNoticeKind,
  isSentOnEveryChannel,
  maxNoticeMailsPerDay,
  type NoticeEvent,
} from '#contract/notices.ts'
import { dayMs } from '#contract/durations.ts'
import type { Bus } from '#server/live/bus/bus.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { listAdditionalMailAddresses } from './mail-address.ts'
import { type NoticeChannels, isSentDespiteNoticeSettings, chooseNoticeChannels } from './choose-notice-channels.ts'
import {
  type DeliveryToQueue,
  type NoticeToRecord,
  type NoticeRecipient,
  insertDeliveries,
  insertNotices,
  lockNoticeRecipients,
} from './store.ts'

/**
 * The dependencies for recording notices. `channels`: the channels that the operator has configured in addition to the
 * portal. `now`: epoch milliseconds.
 */
export type NoticeRecordingDependencies = {
  bus: Pick<Bus, 'publish'>
  channels: { mail: boolean; push: boolean }
  now: number
}

/**
 * Inserts notices, and queues their deliveries on the channels that each person has chosen. Omits duplicates, notices
 * without a channel, and people who no longer have the appliance. Returns the inserted notices. Specification 23.4.
 */
export async function recordNotices(
  transaction: Transaction,
  { bus, channels, now }: NoticeRecordingDependencies,
  notices: readonly NoticeToRecord[],
): Promise<NoticeToRecord[]> {
  if (notices.length === 0) return []
  const personIds = [...new Set(notices.map(({ personId }) => personId))]
  const people = await lockNoticeRecipients(transaction, { personIds, mailsSince: new Date(now - dayMs) })
  const plannedNotices = notices.flatMap((notice) => {
    const person = people.get(notice.personId)
    if (!person) return []
    const route = usableRoute(routeFor(person, notice, now), channels)
    return hasAnyChannel(route, person) ? withinLimit({ ...notice, person, route }, now) : []
  })
  const ids = await insertNotices(transaction, plannedNotices, new Date(now))
  const recorded = plannedNotices.flatMap((one, index) => {
    const noticeId = ids[index]
    return noticeId ? [{ ...one, noticeId }] : []
  })
  await insertDeliveries(transaction, recorded.flatMap(deliveriesOf), new Date(now))
  const readers = new Set(recorded.filter(({ inPortal }) => inPortal).map(({ personId }) => personId))
  await bus.publish(
    transaction,
    [...readers].map((personId) => ({ kind: 'notices', personId })),
  )
  return recorded
}

function routeFor({ settings }: NoticeRecipient, notice: NoticeToRecord, now: number): NoticeChannels {
  return chooseNoticeChannels(settings, { ...occurrenceOf(notice), connectionId: notice.gatewayId, now })
}

function occurrenceOf({ event, isEmergency = false }: NoticeToRecord): { event: NoticeEvent; isEmergency: boolean } {
  return { event, isEmergency }
}

function usableRoute(route: NoticeChannels, { mail, push }: NoticeRecordingDependencies['channels']): NoticeChannels {
  return { ...route, mailAt: mail ? route.mailAt : null, pushAt: push ? route.pushAt : null }
}

function hasAnyChannel(
  { inPortal, mailAt, pushAt }: NoticeChannels,
  { pushSubscriptionIds }: NoticeRecipient,
): boolean {
  return inPortal || mailAt !== null || (pushAt !== null && pushSubscriptionIds.length > 0)
}

type PlannedNotice = NoticeToRecord & { inPortal: boolean; person: NoticeRecipient; route: NoticeChannels }

/**
 * Applies the limits of the last 24 hours to the email of a notice, and updates the counts in `person`. If a limit is
 * reached, the notice gets no email. When the limit of all emails is reached for the first time, the function also
 * returns a notice about the limit. Emergencies and takeovers have no limit.
 */
function withinLimit(notice: Omit<PlannedNotice, 'inPortal'>, now: number): PlannedNotice[] {
  const { person, route, event } = notice
  const { inPortal, mailAt } = route
  const withoutMail = { ...notice, inPortal, route: { ...route, mailAt: null } }
  if (mailAt === null) return [withoutMail]
  if (isSentDespiteNoticeSettings(occurrenceOf(notice))) return [{ ...notice, inPortal }]
  if (event.kind === 'contact-email-changed') {
    if (person.contactMails >= maxAccountMailsPerDay) return [withoutMail]
    person.contactMails += 1
    return [{ ...notice, inPortal }]
  }
  if (isAccountNoticeKind(event.kind)) {
    if (person.accountMails >= maxAccountMailsPerDay) return [withoutMail]
    person.accountMails += 1
  }
  if (person.mails < maxNoticeMailsPerDay) {
    person.mails += 1
    return [{ ...notice, inPortal }]
  }
  if (person.limitMails > 0) return [withoutMail]
  person.limitMails += 1
  return [withoutMail, limitNotice(notice, now)]
}

function limitNotice({ personId, brand, person }: Omit<PlannedNotice, 'inPortal'>, now: number): PlannedNotice {
  const until = new Date((person.oldestMailAt?.getTime() ?? now) + dayMs).toISOString()
  const event: NoticeEvent = { kind: 'mail-limit', limit: maxNoticeMailsPerDay, until }
  const route = { inPortal: true, mailAt: now, pushAt: null }
  return { personId, gatewayId: null, brand, event, dedupe: `mail-limit ${now}`, inPortal: true, person, route }
}

function deliveriesOf({ noticeId, ...notice }: PlannedNotice & { noticeId: string }): DeliveryToQueue[] {
  const { personId, person, route } = notice
  const { mailAt, pushAt } = route
  const mails = mailAt === null ? [] : addressesOf(notice).map((address) => mailTo(address, mailAt))
  const pushes = pushAt === null ? [] : person.pushSubscriptionIds.map((id) => pushTo(id, pushAt))
  return [...mails, ...pushes]

  function mailTo(address: string | null, dueAt: number): DeliveryToQueue {
    return { personId, noticeId, pushSubscriptionId: null, address, dueAt }
  }

  function pushTo(pushSubscriptionId: string, dueAt: number): DeliveryToQueue {
    return { personId, noticeId, pushSubscriptionId, address: null, dueAt }
  }
}

/**
 * Returns the addresses of a notice's emails. Null means the address that the person has when the email is sent.
 * Emails about the account or a takeover also go to the person's other addresses.
 */
function addressesOf({ event, person, formerAddress = null }: PlannedNotice): (string | null)[] {
  return isAccountNoticeKind(event.kind) || isSentOnEveryChannel(event.kind)
    ? [null, ...listAdditionalMailAddresses(person, formerAddress)]
    : [null]
}
