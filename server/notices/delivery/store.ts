import type { Country } from '#contract/countries.ts'
import type { Language } from '#contract/languages.ts'
import type { ApplianceChoices, NoticeChoices } from '#contract/notice-settings.ts'
import type { NoticeEvent, ApplianceOfNotice } from '#contract/notices.ts'
import type { OutboxLink } from '../outbox-link.ts'
import type { StoredEmailAddresses } from '../mail-address.ts'
import { accessInForceSql } from '#server/database/access-in-force.ts'
import { type Queryable, execute, readRequiredRow, readRows } from '#server/database/sql.ts'

export type DeliveryChannel = 'mail' | 'push'

export type DeliveryClaim = { channel: DeliveryChannel; now: Date; until: Date; limit: number }

/**
 * Claims due deliveries of a channel, the earliest due first, and counts a try for each. Returns their ids. The
 * deliveries become due again at `until`, so that another process continues if this process is killed. While the
 * operator has paused email, returns no emails.
 */
export async function claimDeliveries(db: Queryable, { channel, now, until, limit }: DeliveryClaim): Promise<string[]> {
  const rows = await readRows<{ id: string }>(db)`
    update outbox set tries = tries + 1, due_at = ${until}
    where id in (
        select id from outbox where channel = ${channel} and state = 'WAITING' and due_at <= ${now}
        order by due_at limit ${limit} for update skip locked)
      and not (${channel} = 'mail' and exists (select from mail_pause))
    returning id`
  return rows.map(({ id }) => id)
}

/** Extends the claims on running deliveries to the time `until`. */
export async function renewDeliveryClaims(
  db: Queryable,
  { ids, until }: { ids: readonly string[]; until: Date },
): Promise<void> {
  await execute(db)`update outbox set due_at = ${until} where id = any (${ids}) and state = 'WAITING'`
}

/**
 * Increments `unanswered` just before emails are passed to the mail server. If the process ends before it stores the
 * answer, the count stays, which limits how often the email is sent again. After a temporary failure,
 * `postponeDelivery` sets the count back.
 */
export async function countMailsAsUnanswered(db: Queryable, ids: readonly string[]): Promise<void> {
  await execute(db)`update outbox set unanswered = unanswered + 1 where id = any (${ids}) and state = 'WAITING'`
}

/** The push subscription of a browser, with the keys of the browser. RFC 8291. */
type PushColumns = { pushSubscriptionId: string; endpoint: string; p256dh: string; auth: string }

type NoticeColumns = { noticeId: string; event: NoticeEvent; brand: string; isEmergency: boolean }

/** An email with a code that verifies `address`. */
export type CodeMail = { address: string; code: string; brand: string; language: Language }

/** A delivery with all data for its text. `tries`: the number of attempts, including the current one. */
export type Delivery = StoredEmailAddresses & {
  id: string
  personId: string
  createdAt: Date
  tries: number
  /** The number of times that a process passed the email to the mail server and ended before the answer. */
  unanswered: number
  gatewayId: string | null
  /**
   * The address that was recorded for this email. Null if the email goes to the address that the person has when it
   * is sent.
   */
  recordedAddress: string | null
  country: Country | null
  language: Language | null
  timeZone: string | null
  pausedUntil: Date | null
  choices: NoticeChoices | null
  applianceChoices: ApplianceChoices | null
  /** The service provider that is connected to the appliance; null if no provider is connected. */
  providerName: string | null
  providerPhone: string | null
  providerEmail: string | null
} & (ApplianceOfNotice | Record<keyof ApplianceOfNotice, null>) &
  (
    | (NoticeColumns & { code: null; link: null })
    | (Record<keyof NoticeColumns, null> & ({ code: CodeMail; link: null } | { code: null; link: OutboxLink }))
  ) &
  (PushColumns | Record<keyof PushColumns, null>)

/**
 * Reads deliveries with their content at `now` (epoch ms). Omits deleted deliveries, and deliveries about an appliance
 * that the person no longer has.
 */
export async function readDeliveries(
  db: Queryable,
  { ids, now }: { ids: readonly string[]; now: number },
): Promise<Delivery[]> {
  return readRows<Delivery>(db)`
    select o.id, o.person_id as "personId", o.created_at as "createdAt", o.tries, o.unanswered, o.code, o.link,
      o.address as "recordedAddress",
      n.id as "noticeId", n.event, n.brand, n.gateway_id as "gatewayId", n.is_emergency as "isEmergency",
      p.email, p.email_verified as "emailVerified", p.confirmed_email as "confirmedEmail",
      p.contact_email as "contactEmail", v.address as "confirmedContact", p.country,
      s.language, s.quiet_hours->>'zone' as "timeZone", s.paused_until as "pausedUntil", s.choices,
      a.choices as "applianceChoices", c.name, g.appliance_type as "applianceType",
      case when g.id is not null then (
        select count(*)::int from connection c2 join gateway g2 on g2.id = c2.gateway_id
        where c2.person_id = c.person_id and g2.appliance_type = g.appliance_type
          and (c2.added_at < c.added_at or (c2.added_at = c.added_at and g2.serial >= g.serial))
      ) end as "placementInType",
      y.name as "providerName", y.phone as "providerPhone", y.email as "providerEmail",
      b.id as "pushSubscriptionId", b.endpoint, b.p256dh, b.auth
    from outbox o join person p on p.id = o.person_id
    left join notice n on n.id = o.notice_id
    left join connection c on c.person_id = n.person_id and c.gateway_id = n.gateway_id
    left join gateway g on g.id = c.gateway_id
    left join contract k on k.gateway_id = g.id and k.status = 'ACTIVE' and k.ended_at is null
      and k.company_type = 'SUPPORT'
    left join company y on y.id = k.company_id
    left join notice_settings s on s.person_id = p.id
    left join notice_choice a on a.person_id = n.person_id and a.gateway_id = n.gateway_id
    left join verified_mail v on v.person_id = p.id
    left join push_subscription b on b.id = o.push_subscription_id and b.session_digest is not null
    where o.id = any (${ids}) and ${accessInForceSql(now)}`
}

/** A finished delivery. `answer`: the last answer of the mail server or push service. */
export type EndedDelivery = { id: string; answer: string | null }

/**
 * Ends deliveries that will not be retried, and erases their codes and links. For an email with a link the answer is
 * not stored, because it may quote the address.
 */
export async function endDeliveries(
  db: Queryable,
  { ended, state, now }: { ended: readonly EndedDelivery[]; state: 'SENT' | 'UNDELIVERABLE'; now: Date },
): Promise<void> {
  await execute(db)`
    update outbox o set state = ${state}, ended_at = ${now},
      last_answer = case when link is null then coalesce(e.answer, o.last_answer) end,
      code = case when code is not null then '{}'::jsonb end, link = case when link is not null then '{}'::jsonb end
    from unnest(${ended.map(({ id }) => id)}::uuid[], ${ended.map(({ answer }) => answer)}::text[]) as e (id, answer)
    where o.id = e.id and o.state = 'WAITING'`
}

/** Deletes a delivery that is no longer wanted. */
export async function deleteDelivery(db: Queryable, id: string): Promise<void> {
  await execute(db)`delete from outbox where id = ${id}`
}

/**
 * Postpones a delivery to `dueAt`. `unanswered`: the number of times that the email was passed to the mail server
 * without an answer before this attempt.
 */
export async function postponeDelivery(
  db: Queryable,
  { id, dueAt, answer, unanswered }: EndedDelivery & { dueAt: Date; unanswered: number },
): Promise<void> {
  await execute(db)`
    update outbox set due_at = ${dueAt}, unanswered = ${unanswered}, last_answer = coalesce(${answer}, last_answer)
    where id = ${id} and state = 'WAITING'`
}

/** Deletes a push subscription that the push service has ended, and its deliveries. */
export async function deleteEndedPushSubscription(db: Queryable, id: string): Promise<void> {
  await execute(db)`delete from push_subscription where id = ${id}`
}

/**
 * The waiting deliveries that are due or were already tried. `waiting`: their number. `oldestAt`: the time when the
 * oldest of them was created; null if there are none.
 */
export type DeliveryBacklog = { waiting: number; oldestAt: Date | null }

export async function readDeliveryBacklog(
  db: Queryable,
  { channel, now }: { channel: DeliveryChannel; now: Date },
): Promise<DeliveryBacklog> {
  return readRequiredRow<DeliveryBacklog>(db)`
    select count(*)::int as waiting, min(created_at) as "oldestAt" from outbox
    where channel = ${channel} and state = 'WAITING' and (due_at <= ${now} or tries > 0)`
}
