import type { Country } from '#contract/countries.ts'
import type { Language } from '#contract/languages.ts'
import { defaultNoticeChoices } from '#contract/notice-settings.ts'
import { type Queryable, execute, readFirstRow, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { UnsubscribeTarget } from './unsubscribe-tokens.ts'

/** The language and the country of a person who opens a link in an email. A value is null if it is not stored. */
export type EmailLinkVisitor = { language: Language | null; country: Country | null }

/** Reads the language and the country of a person. Returns null if the person no longer exists. */
export async function findEmailLinkVisitor(db: Queryable, personId: string): Promise<EmailLinkVisitor | null> {
  return readFirstRow<EmailLinkVisitor>(db)`
    select s.language, p.country from person p left join notice_settings s on s.person_id = p.id
    where p.id = ${personId}`
}

/**
 * Turns off the emails of a category for the person and all their appliances. Returns whether any of these emails were
 * turned on before.
 */
export async function turnOffEmails(
  transaction: Transaction,
  { personId, category }: UnsubscribeTarget,
): Promise<boolean> {
  const { security: _, ...defaults } = defaultNoticeChoices
  const path = sql`array[${category}::text, 'mail']`
  // Locks the person first, like `lockNoticeSettings`, so that the two changes cannot deadlock.
  await execute(transaction)`select from person where id = ${personId} for no key update`
  const forAll = await execute(transaction)`
    insert into notice_settings (person_id, choices)
    select id, jsonb_set(${defaultNoticeChoices}::jsonb, ${path}, 'false') from person where id = ${personId}
    on conflict (person_id) do update
      set choices = jsonb_set(${defaultNoticeChoices}::jsonb || coalesce(notice_settings.choices, '{}'), ${path}, 'false')
      where (${defaultNoticeChoices}::jsonb || coalesce(notice_settings.choices, '{}')) #> ${path} is distinct from 'false'`
  const forAppliances = await execute(transaction)`
    update notice_choice set choices = jsonb_set(${defaults}::jsonb || choices, ${path}, 'false')
    where person_id = ${personId} and (${defaults}::jsonb || choices) #> ${path} is distinct from 'false'`
  return forAll + forAppliances > 0
}
