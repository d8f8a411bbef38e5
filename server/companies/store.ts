import type { Pool } from 'pg'
import type { Country } from '#contract/countries.ts'
import type { Company } from '#contract/provider.ts'
import type { SupportCompany } from '#contract/support.ts'

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

/** What makes a CompanyRow of a row `c` of the table. */
export const companyColumns = `c.id, c.name, c.email, c.phone, c.street, c.postal_code as "postalCode", c.city, c.country`

/** What is not known is absent. */
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

export function createCompanyStore(pool: Pool) {
  return {
    find: async (id: string): Promise<Company | null> => {
      const { rows } = await pool.query<StoredCompany>({ ...oneQuery, values: [id] })
      return rows[0] ? toCompany(rows[0]) : null
    },

    /** The addresses, without a query, to which the company may have owners sent; none for an unknown company. */
    returnAddressesOf: async (id: string): Promise<string[]> => {
      const { rows } = await pool.query<{ addresses: string[] }>({ ...returnAddressesQuery, values: [id] })
      return rows[0]?.addresses ?? []
    },

    listSupport: async (brands: readonly string[]): Promise<SupportCompany[]> => {
      const { rows } = await pool.query<SupportCompany>({ ...supportQuery, values: [brands] })
      return rows
    },
  }
}

const oneQuery = { name: 'find-company', text: `select ${companyColumns} from company c where c.id = $1` }

const returnAddressesQuery = {
  name: 'find-return-addresses',
  text: 'select return_addresses as addresses from company where id = $1',
}

const supportQuery = {
  name: 'list-support-companies',
  text: 'select id, country, brand, url from support_company where brand = any ($1) order by brand, country',
}
