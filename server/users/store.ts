import type { Pool } from 'pg'
import type { AccountForm } from '#contract/account-form.ts'
import { type User, emptyMark } from '#contract/account.ts'
import type { Country } from '#contract/countries.ts'

type Row = Record<Exclude<keyof User, 'sub' | 'country'>, string | null> & { country: User['country'] | null }

const findQuery = {
  name: 'find-user',
  text: `
    select email, first_name as "firstName", last_name as "lastName", contact_email as "contactEmail",
      contact_phone as "contactPhone", phone_country_code as "phoneCountryCode", country
    from person where issuer = $1 and subject = $2`,
}

export type UserStore = ReturnType<typeof createUserStore>

export function createUserStore(pool: Pool) {
  return {
    /** A person as they are known, or null before their first sign-in here. What is empty is left out. */
    find: async ({ issuer, subject }: { issuer: string; subject: string }): Promise<User | null> => {
      const { rows } = await pool.query<Row>({ ...findQuery, values: [issuer, subject] })
      return rows[0] ? { sub: subject, ...known(rows[0]) } : null
    },

    /** Keeps a person's country. */
    saveCountry: async (personId: string, country: Country): Promise<void> => {
      await pool.query('update person set country = $2 where id = $1', [personId, country])
    },

    /** Keeps a person's details, all at once. */
    saveDetails: async (personId: string, details: AccountForm): Promise<void> => {
      const { firstName, lastName, contactEmail, contactPhone, phoneCountryCode } = details
      await pool.query(
        `update person set first_name = $2, last_name = $3, contact_email = $4, contact_phone = $5,
           phone_country_code = $6 where id = $1`,
        [personId, firstName, lastName, contactEmail, contactPhone, phoneCountryCode],
      )
    },
  }
}

function known(row: Row): Omit<User, 'sub'> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== emptyMark))
}
