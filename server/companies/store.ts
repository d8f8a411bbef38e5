import type { Country } from '#contract/countries.ts'
import type { Company } from '#contract/provider.ts'
import type { SupportCompany } from '#contract/support-company.ts'
import { type Queryable, readFirstRow, readRows, sql } from '#server/database/sql.ts'

export type StoredCompany = {
  id: string
  name: string
  email: string | null
  phone: string | null
  street: string[]
  postalCode: string
  city: string
  country: Country
}

/** SQL for the columns of a `StoredCompany`. The query must have the row of table `company` under the name `c`. */
export const companyColumns = sql`
  c.id, c.name, c.email, c.phone, c.street, c.postal_code as "postalCode", c.city, c.country`

/** Converts a row to the API's response format. Fields without a value are absent. */
export function toCompany({ id, name, email, phone, street, postalCode, city, country }: StoredCompany): Company {
  return {
    id,
    name,
    ...(email !== null && { email }),
    ...(phone !== null && { phone }),
    address: { street, postalCode, city, country },
  }
}

export type CompanyStore = ReturnType<typeof createCompanyStore>

export function createCompanyStore(db: Queryable) {
  return {
    find: async (id: string): Promise<Company | null> => {
      const row = await readFirstRow<StoredCompany>(db, 'find-company')`
        select ${companyColumns} from company c where c.id = ${id}`
      return row && toCompany(row)
    },

    /**
     * Reads the URLs, without a query, to which the company may send owners back. Empty if the company does not exist.
     */
    returnAddressesOf: async (id: string): Promise<string[]> => {
      const row = await readFirstRow<{ addresses: string[] }>(db, 'find-return-addresses')`
        select return_addresses as addresses from company where id = ${id}`
      return row?.addresses ?? []
    },

    listSupport: async (brands: readonly string[]): Promise<SupportCompany[]> => {
      return readRows<SupportCompany>(db, 'list-support-companies')`
        select id, country, brand, url from support_company where brand = any (${brands}) order by brand, country`
    },
  }
}
