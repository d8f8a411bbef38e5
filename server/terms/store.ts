import type { Pool } from 'pg'
import { type Country, isCountry } from '#contract/countries.ts'
import type { PersonKey } from '#server/identity/store.ts'

/** What decides whether a person may go on: their country, and the versions they have accepted. */
export type PersonTerms = { country: Country | null; accepted: readonly string[] }

type Row = { country: string | null; accepted: string[] }

const standingQuery = {
  name: 'read-terms-standing',
  text: `
    select p.country, array(select version from terms_acceptance t where t.person_id = p.id) as accepted
    from person p where p.issuer = $1 and p.subject = $2`,
}

/** How a person stands; one who was never seen has accepted nothing. */
export async function readPersonTerms(pool: Pool, { issuer, subject }: PersonKey): Promise<PersonTerms> {
  const { rows } = await pool.query<Row>({ ...standingQuery, values: [issuer, subject] })
  const [row] = rows
  if (!row) return { country: null, accepted: [] }
  return { country: row.country !== null && isCountry(row.country) ? row.country : null, accepted: row.accepted }
}

export type StoredAcceptance = { personId: string; version: string; locale: string; at: Date; country: Country | null }

/** Keeps an acceptance, once per version, and the country where one was chosen with it. */
export async function saveAcceptance(
  pool: Pool,
  { personId, version, locale, at, country }: StoredAcceptance,
): Promise<void> {
  await pool.query(
    `with kept as (
       insert into terms_acceptance (person_id, version, locale, accepted_at) values ($1, $2, $3, $4)
       on conflict (person_id, version) do nothing)
     update person set country = coalesce($5, country) where id = $1`,
    [personId, version, locale, at, country],
  )
}
