import { type Country, isCountry } from '#contract/countries.ts'
import { type Queryable, execute, readFirstRow } from '#server/database/sql.ts'
import type { ProviderSubject } from '#server/identity/store.ts'

/**
 * The data that decides whether a person passes the check of the terms: the country, and the versions of the terms that
 * the person has accepted.
 */
export type PersonTerms = { country: Country | null; accepted: readonly string[] }

type Row = { country: string | null; accepted: string[] }

/**
 * Reads the country and the accepted versions of a person. If the person has never signed in, the country is null and
 * no version is accepted.
 */
export async function readPersonTerms(db: Queryable, { issuer, subject }: ProviderSubject): Promise<PersonTerms> {
  const row = await readFirstRow<Row>(db, 'read-terms-standing')`
    select p.country, array(select version from terms_acceptance t where t.person_id = p.id) as accepted
    from person p where p.issuer = ${issuer} and p.subject = ${subject}`
  if (!row) return { country: null, accepted: [] }
  return { country: row.country !== null && isCountry(row.country) ? row.country : null, accepted: row.accepted }
}

export type StoredTermsAcceptance = {
  personId: string
  version: string
  locale: string
  at: Date
  country: Country | null
}

/**
 * Stores that a person has accepted a version of the terms. A repeated acceptance of the same version is not stored
 * again. Also stores the country, unless it is null.
 */
export async function saveTermsAcceptance(
  db: Queryable,
  { personId, version, locale, at, country }: StoredTermsAcceptance,
): Promise<void> {
  await execute(db)`
    with kept as (
      insert into terms_acceptance (person_id, version, locale, accepted_at)
      values (${personId}, ${version}, ${locale}, ${at})
      on conflict (person_id, version) do nothing)
    update person set country = coalesce(${country}, country) where id = ${personId}`
}
