import {
  type ApplianceChoices,
  type NoticeChoices,
  type NoticeSettings,
  type QuietHours,
  defaultNoticeChoices,
} from '#contract/notice-settings.ts'
import { accountNoticeKinds, type NoticeEvent } from '#contract/notices.ts'
import { accessInForceSql } from '#server/database/access-in-force.ts'
import { type Queryable, execute, readRequiredRow, readRows } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { StoredEmailAddresses } from './mail-address.ts'

/**
 * A recipient of notices, with the numbers of emails that were recorded since `mailsSince`.
 * - `mails`: all emails except emails about an emergency that has not ended and the emails in the last two counts.
 * - `accountMails`: the part of `mails` that is about the account.
 * - `contactMails`: emails about a changed contact email.
 * - `limitMails`: emails about the limit of emails.
 */
export type NoticeRecipient = Pick<StoredEmailAddresses, 'email' | 'contactEmail' | 'confirmedContact'> & {
  settings: NoticeSettings
  pushSubscriptionIds: string[]
  mails: number
  accountMails: number
  contactMails: number
  limitMails: number
  oldestMailAt: Date | null
}

type PersonRow = Omit<NoticeRecipient, 'settings'> & {
  personId: string
  choices: NoticeChoices | null
  quietHours: QuietHours | null
  pausedUntil: Date | null
  appliances: { connectionId: string; choices: ApplianceChoices }[]
}

/**
 * Locks people, and reads their settings and counts. No other process can record notices for these people before the
 * transaction ends.
 */
export async function lockNoticeRecipients(
  transaction: Transaction,
  { personIds, mailsSince }: { personIds: readonly string[]; mailsSince: Date },
): Promise<Map<string, NoticeRecipient>> {
  await execute(transaction)`select from person where id = any (${personIds}) order by id for no key update`
  const people = await readRows<PersonRow>(transaction)`
    select p.id as "personId", s.choices, s.quiet_hours as "quietHours", s.paused_until as "pausedUntil",
      (
        select coalesce(json_agg(json_build_object('connectionId', c.gateway_id, 'choices', c.choices)), '[]')
        from notice_choice c where c.person_id = p.id
      ) as appliances,
      array(select b.id from push_subscription b where b.person_id = p.id) as "pushSubscriptionIds",
      p.email, p.contact_email as "contactEmail", v.address as "confirmedContact", m.mails, m.account_mails as "accountMails",
      m.contact_mails as "contactMails", m.limit_mails as "limitMails", m.oldest as "oldestMailAt"
    from person p left join notice_settings s on s.person_id = p.id left join verified_mail v on v.person_id = p.id,
    lateral (
      select count(*) filter (where kind not in ('mail-limit', 'contact-email-changed'))::int as mails,
        count(*) filter (where kind = any (${accountNoticeKinds}) and kind <> 'contact-email-changed')::int as account_mails,
        count(*) filter (where kind = 'contact-email-changed')::int as contact_mails,
        count(*) filter (where kind = 'mail-limit')::int as limit_mails, min(created_at) as oldest
      from (
        select n.event->>'kind' as kind, min(o.created_at) as created_at
        from outbox o join notice n on n.id = o.notice_id
        where o.person_id = p.id and o.channel = 'mail' and o.created_at > ${mailsSince}
          and (not n.is_emergency or n.event->>'kind' = 'fault-ended')
        group by n.id
      ) as recorded
    ) as m
    where p.id = any (${personIds})`
  return new Map(people.map((row) => [row.personId, toRecipient(row)]))
}

function toRecipient(row: PersonRow): NoticeRecipient {
  const { choices, appliances, quietHours, pausedUntil, ...person } = row
  const settings = {
    choices: choices ?? defaultNoticeChoices,
    appliances,
    quietHours,
    pausedUntil: pausedUntil?.toISOString() ?? null,
  }
  return { ...person, settings }
}

/** A notice to record. `dedupe`: of several notices with the same value, a person gets only the first. */
export type NoticeToRecord = {
  personId: string
  gatewayId: string | null
  brand: string
  event: NoticeEvent
  dedupe: string
  /** Whether the notice is about a fault that the catalogue marks as an emergency. */
  isEmergency?: boolean
  /** The previous contact email, in the notice about a change of the contact email. */
  formerAddress?: string | null
}

/**
 * Inserts notices. Returns the id of the new row for each notice. An id is null if the notice is a duplicate or if the
 * person no longer has the appliance.
 */
export async function insertNotices(
  transaction: Transaction,
  notices: readonly (NoticeToRecord & { inPortal: boolean })[],
  now: Date,
): Promise<(string | null)[]> {
  const rows = await readRows<{ id: string; personId: string; dedupe: string }>(transaction)`
    insert into notice (person_id, gateway_id, brand, event, dedupe, in_portal, is_emergency, created_at)
    select n.person_id, n.gateway_id, n.brand, n.event, n.dedupe, n.in_portal, n.is_emergency, ${now}
    from unnest(
      ${notices.map(({ personId }) => personId)}::uuid[],
      ${notices.map(({ gatewayId }) => gatewayId)}::uuid[],
      ${notices.map(({ brand }) => brand)}::text[],
      ${notices.map(({ event }) => JSON.stringify(event))}::jsonb[],
      ${notices.map(({ dedupe }) => dedupe)}::text[],
      ${notices.map(({ inPortal }) => inPortal)}::boolean[],
      ${notices.map(({ isEmergency }) => isEmergency ?? false)}::boolean[]
    ) as n (person_id, gateway_id, brand, event, dedupe, in_portal, is_emergency)
    where n.gateway_id is null
      or exists (
        select from connection c
        where c.person_id = n.person_id and c.gateway_id = n.gateway_id and ${accessInForceSql(now.getTime())})
    on conflict (person_id, dedupe) do nothing
    returning id, person_id as "personId", dedupe`
  const ids = new Map(rows.map(({ id, personId, dedupe }) => [`${personId} ${dedupe}`, id]))
  return notices.map(({ personId, dedupe }) => ids.get(`${personId} ${dedupe}`) ?? null)
}

/**
 * A delivery to queue. `pushSubscriptionId`: null for an email. `address`: null for a push message, and for an email
 * to the address that the person has when it is sent. `dueAt`: epoch milliseconds.
 */
export type DeliveryToQueue = {
  personId: string
  noticeId: string
  pushSubscriptionId: string | null
  address: string | null
  dueAt: number
}

export async function insertDeliveries(
  transaction: Transaction,
  deliveries: readonly DeliveryToQueue[],
  now: Date,
): Promise<void> {
  if (deliveries.length === 0) return
  await execute(transaction)`
    insert into outbox (person_id, notice_id, push_subscription_id, address, channel, created_at, due_at)
    select person_id, notice_id, push_subscription_id, address,
      case when push_subscription_id is null then 'mail' else 'push' end, ${now}, to_timestamp(due_at / 1000)
    from unnest(
      ${deliveries.map(({ personId }) => personId)}::uuid[],
      ${deliveries.map(({ noticeId }) => noticeId)}::uuid[],
      ${deliveries.map(({ pushSubscriptionId }) => pushSubscriptionId)}::uuid[],
      ${deliveries.map(({ address }) => address)}::text[],
      ${deliveries.map(({ dueAt }) => dueAt)}::float8[]
    ) as d (person_id, notice_id, push_subscription_id, address, due_at)`
}

/**
 * Records that a person used a browser. Returns whether the browser is new for a person who has used other browsers
 * before. The first browser of a person does not count as new.
 */
export async function recordBrowserUse(
  transaction: Transaction,
  { personId, browserDigest, now }: { personId: string; browserDigest: Buffer; now: Date },
): Promise<boolean> {
  const { isNew } = await readRequiredRow<{ isNew: boolean }>(transaction)`
    with others as (select browser_digest from known_browser where person_id = ${personId}), noted as (
      insert into known_browser (person_id, browser_digest, seen_at) values (${personId}, ${browserDigest}, ${now})
      on conflict (person_id, browser_digest) do update set seen_at = excluded.seen_at
    )
    select count(*) > 0 and not coalesce(bool_or(browser_digest = ${browserDigest}), false) as "isNew" from others`
  return isNew
}

/**
 * Deletes notices created before `notices`, deliveries that ended and codes that expired before `deliveries`,
 * heartbeats that ended before `beats`, and browsers last used before `browsers`.
 */
export async function deleteNoticeRowsBefore(
  db: Queryable,
  before: { notices: Date; deliveries: Date; beats: Date; browsers: Date },
): Promise<void> {
  await execute(db)`delete from notice where created_at < ${before.notices}`
  await execute(db)`delete from outbox where ended_at < ${before.deliveries}`
  await execute(db)`delete from listener_beat where until < ${before.beats}`
  await execute(db)`delete from known_browser where seen_at < ${before.browsers}`
  await execute(db)`delete from mail_code where expires_at < ${before.deliveries}`
}

export async function readEmailAddressesOfPerson(db: Queryable, personId: string): Promise<StoredEmailAddresses> {
  return readRequiredRow<StoredEmailAddresses>(db)`
    select p.email, p.email_verified as "emailVerified", p.confirmed_email as "confirmedEmail",
      p.contact_email as "contactEmail", v.address as "confirmedContact"
    from person p left join verified_mail v on v.person_id = p.id where p.id = ${personId}`
}

/** Reads the addresses of a person and locks them until the transaction ends. */
export async function lockEmailAddressesOfPerson(
  transaction: Transaction,
  personId: string,
): Promise<StoredEmailAddresses> {
  await execute(transaction)`select from person where id = ${personId} for no key update`
  return readEmailAddressesOfPerson(transaction, personId)
}
