import { companyApi } from '#contract/company-api.ts'
import type { Country } from '#contract/countries.ts'
import type { Company } from '#contract/provider.ts'
import { type ApiCall, CallError, isRefusedWith } from '#client/api-call.ts'
import { createCallThunk } from '#client/call-thunk.ts'

/**
 * The inviting company. `elsewhere`: the company does not serve the appliance's country. `company` is null if no
 * company has the id of the invitation.
 */
export type InvitingCompany = { kind: 'serves'; company: Company } | { kind: 'elsewhere'; company: Company | null }

export type InvitingCompanyQuery = { companyId: string; country: Country }

/**
 * Searches for the inviting company by its id among the companies of the country and brand. If it is not there, reads it
 * in any country. Specification 13.9.
 */
export const findInvitingCompany = createCallThunk<InvitingCompany, InvitingCompanyQuery>(
  'companies/inviting',
  async ({ companyId, country }, { call, brandId }) => find(call, { companyId, country, brandId }),
)

/** Reads the inviting company in any country; null if the id is unknown. */
export const readInvitingCompany = createCallThunk<Company | null, string>(
  'companies/invitingName',
  async (companyId, { call }) => read(call, companyId),
)

async function find(call: ApiCall, { companyId, country, brandId }: InvitingCompanyQuery & { brandId: string }) {
  const query = { country, value: companyId, brand: brandId, limit: '1', offset: '0' }
  const { items } = await call(companyApi.searchProviders, { query })
  const company = items.find(({ id }) => id === companyId)
  return company
    ? { kind: 'serves' as const, company }
    : { kind: 'elsewhere' as const, company: await read(call, companyId) }
}

/** Reads a company. Returns null if no company has this id. */
async function read(call: ApiCall, id: string): Promise<Company | null> {
  try {
    return await call(companyApi.readCompany, { params: { id } })
  } catch (error) {
    if (error instanceof CallError && isRefusedWith(error.failure, 'not-found')) return null
    throw error
  }
}
