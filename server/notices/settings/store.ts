import {
  type ApplianceChoices,
  type NoticeChoices,
  type NoticeSettings,
  type QuietHours,
  defaultNoticeChoices,
} from '#contract/notice-settings.ts'
import { accessInForceSql } from '#server/database/access-in-force.ts'
import { type Queryable, execute, readRequiredRow } from '#server/database/sql.ts'
import type { StoredEmailAddresses } from '../mail-address.ts'
import type { Transaction } from '#server/database/transaction.ts'

/** The stored settings of a person. `choices`: null if the person uses the defaults. */
export type StoredNoticeSettings = StoredEmailAddresses & {
  choices: NoticeChoices | null
  quietHours: QuietHours | null
  pausedUntil: Date | null
  appliances: { connectionId: string; choices: ApplianceChoices }[]
  codeAddress: string | null
  codeUntil: Date | null
}

/** Reads the notice settings and the addresses of a person. */
export async function readStoredNoticeSettings(db: Queryable, personId: string): Promise<StoredNoticeSettings> {
  return readRequiredRow<StoredNoticeSettings>(db, 'read-notice-settings')`
    select s.choices, s.quiet_hours as "quietHours", s.paused_until as "pausedUntil",
      (
        select coalesce(json_agg(json_build_object('connectionId', n.gateway_id, 'choices', n.choices)
          order by n.gateway_id), '[]')
        from notice_choice n where n.person_id = p.id
      ) as appliances,
      p.email, p.email_verified as "emailVerified", p.confirmed_email as "confirmedEmail",
      p.contact_email as "contactEmail", v.address as "confirmedContact",
      k.address as "codeAddress", k.expires_at as "codeUntil"
    from person p
    left join notice_settings s on s.person_id = p.id
    left join verified_mail v on v.person_id = p.id
    left join mail_code k on k.person_id = p.id
    where p.id = ${personId}`
}

type ChosenSettings = Pick<StoredNoticeSettings, 'choices' | 'quietHours' | 'pausedUntil' | 'appliances'>

/**
 * Locks a person's settings until the transaction ends, and returns them. A person without stored choices gets the
 * defaults.
 */
export async function lockNoticeSettings(transaction: Transaction, personId: string): Promise<ChosenSettings> {
  await execute(transaction)`select from person where id = ${personId} for no key update`
  const { choices, quietHours, pausedUntil, appliances } = await readStoredNoticeSettings(transaction, personId)
  return { choices: choices ?? defaultNoticeChoices, quietHours, pausedUntil, appliances }
}

type SavedSettings = Omit<NoticeSettings, 'pausedUntil'> & { pausedUntil: Date | null }

/** Stores all settings of a person. Omits choices for appliances that the person does not have at `now` (epoch ms). */
export async function saveNoticeSettings(
  transaction: Transaction,
  { personId, now }: { personId: string; now: number },
  settings: SavedSettings,
): Promise<void> {
  const { choices, quietHours, pausedUntil, appliances } = settings
  await execute(transaction)`
    insert into notice_settings (person_id, choices, quiet_hours, paused_until)
    values (${personId}, ${choices}, ${quietHours}, ${pausedUntil})
    on conflict (person_id) do update set choices = excluded.choices, quiet_hours = excluded.quiet_hours,
      paused_until = excluded.paused_until`
  await execute(transaction)`delete from notice_choice where person_id = ${personId}`
  await execute(transaction)`
    insert into notice_choice (person_id, gateway_id, choices)
    select c.person_id, c.gateway_id, n.choices
    from unnest(
      ${appliances.map(({ connectionId }) => connectionId)}::uuid[],
      ${appliances.map((each) => JSON.stringify(each.choices))}::jsonb[]
    ) as n (gateway_id, choices)
    join connection c on c.gateway_id = n.gateway_id and c.person_id = ${personId} and ${accessInForceSql(now)}`
}
