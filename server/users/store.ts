import type { AccountForm } from '#contract/account-form.ts'
import { type User, emptyMark } from '#contract/account.ts'
import type { Country } from '#contract/countries.ts'
import { type Queryable, execute, prepared, readFirst, sql } from '#server/database/sql.ts'

type Row = Record<Exclude<keyof User, 'sub' | 'country'>, string | null> & { country: User['country'] | null }

export type UserStore = ReturnType<typeof createUserStore>

export function createUserStore(db: Queryable) {
  return {
    /** A person as they are known, or null before their first sign-in here. What is empty is left out. */
    find: async ({ issuer, subject }: { issuer: string; subject: string }): Promise<User | null> => {
      const person = sql<Row>`
        select email, first_name as "firstName", last_name as "lastName", contact_email as "contactEmail",
          contact_phone as "contactPhone", phone_country_code as "phoneCountryCode", country
        from person where issuer = ${issuer} and subject = ${subject}`
      const row = await readFirst(db, prepared('find-user', person))
      return row && { sub: subject, ...known(row) }
    },

    /** Keeps a person's country. */
    saveCountry: async (personId: string, country: Country): Promise<void> => {
      await execute(db, sql`update person set country = ${country} where id = ${personId}`)
    },

    /** Keeps a person's details, all at once. */
    saveDetails: async (personId: string, details: AccountForm): Promise<void> => {
      const { firstName, lastName, contactEmail, contactPhone, phoneCountryCode } = details
      await execute(
        db,
        sql`
          update person set first_name = ${firstName}, last_name = ${lastName}, contact_email = ${contactEmail},
            contact_phone = ${contactPhone}, phone_country_code = ${phoneCountryCode}
          where id = ${personId}`,
      )
    },
  }
}

function known(row: Row): Omit<User, 'sub'> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== emptyMark))
}
