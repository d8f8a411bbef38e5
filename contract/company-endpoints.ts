import { returnAddress } from './company-search.ts'
import { providerQuery } from './provider-query.ts'
import { brandQuery, connectionId } from './api-parameters.ts'
import { companyApi } from './company-api.ts'
import { termsRequired, type ServedEndpoint } from './endpoint.ts'

/** The endpoints of `companyApi` with the inputs and refusals that only the server needs. Specification 13. */
export const companyEndpoints = {
  searchProviders: { ...companyApi.searchProviders, ...termsRequired, query: providerQuery },
  listSupportCompanies: { ...companyApi.listSupportCompanies, ...termsRequired, query: brandQuery },
  readCompany: { ...companyApi.readCompany, ...termsRequired, params: connectionId, refusals: ['not-found'] },
  checkReturnAddress: {
    ...companyApi.checkReturnAddress,
    ...termsRequired,
    params: connectionId,
    query: returnAddress,
    refusals: ['not-found'],
  },
} as const satisfies Record<keyof typeof companyApi, ServedEndpoint>
