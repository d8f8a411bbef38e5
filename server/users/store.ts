import type { AccountForm } from '#contract/account-form.ts'
import { type User, emptyFieldMark } from '#contract/account.ts'
import type { Country } from '#contract/countries.ts'
import { type Queryable, execute, readFirstRow } from '#server/database/sql.ts'

type Details = Exclude<keyof User, 'sub' | 'country' | 'unverifiedEmail' | 'erasedAt'>

type Row = Record<Details, string | null> & { country: User['country'] | null; eraseAt: Date | null } & Verification

/**
 * The verification of the person's addresses: whether the identity provider has verified `email`, and the addresses
 * that the person has confirmed by a code.
 */
type Verification = { emailVerified: boolean; confirmedEmail: string | null; confirmedContact: string | null }

/**
 * A person's own account: `user` is the answer of the API, `addresses` are the email addresses with their
 * verification.
 */
export type StoredUser = { user: User; addresses: Verification & { email: string | null; contactEmail: string | null } }

export function createUserStore(db: Queryable) {
  return {
    /** Reads a person. Returns null before the person's first sign-in. Empty fields are omitted. */
    find: async ({ issuer, subject }: { issuer: string; subject: string }): Promise<StoredUser | null> => {
      const row = await readFirstRow<Row>(db, 'find-user')`
        select p.email, p.first_name as "firstName", p.last_name as "lastName", p.contact_email as "contactEmail",
          p.contact_phone as "contactPhone", p.phone_country_code as "phoneCountryCode", p.country,
          p.erase_at as "eraseAt", p.email_verified as "emailVerified", p.confirmed_email as "confirmedEmail", v.address as "confirmedContact"
        from person p left join verified_mail v on v.person_id = p.id
        where p.issuer = ${issuer} and p.subject = ${subject}`
      if (row === null) return null
      const { emailVerified, confirmedEmail, confirmedContact, eraseAt, ...details } = row
      const { email, contactEmail } = details
      const addresses = { email, contactEmail, emailVerified, confirmedEmail, confirmedContact }
      const user = { sub: subject, ...withoutNulls(details), ...(eraseAt && { erasedAt: eraseAt.toISOString() }) }
      return { user, addresses }
    },

    saveCountry: async (personId: string, country: Country): Promise<void> => {
      await execute(db)`update person set country = ${country} where id = ${personId}`
    },

    /** Stores the name and the contact details of a person. */
    saveDetails: async (personId: string, details: AccountForm): Promise<void> => {
      const { firstName, lastName, contactEmail, contactPhone, phoneCountryCode } = details
      await execute(db)`
        update person set first_name = ${firstName}, last_name = ${lastName}, contact_email = ${contactEmail},
          contact_phone = ${contactPhone}, phone_country_code = ${phoneCountryCode}
        where id = ${personId}`
    },
  }
}

function withoutNulls(row: Omit<Row, keyof Verification | 'eraseAt'>): Omit<User, 'sub'> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== emptyFieldMark))
}
