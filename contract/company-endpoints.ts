import { returnAddress } from './company-search.ts'
import { providerQuery } from './provider-query.ts'
import { brandQuery, connectionId } from './api-parameters.ts'
import { companyApi } from './company-api.ts'
import { afterTerms, type ServedEndpoint } from './endpoint.ts'

/** The endpoints of `companyApi` with the inputs and refusals that only the server needs. Specification 13. */
export const companyEndpoints = {
  searchProviders: { ...companyApi.searchProviders, ...afterTerms, query: providerQuery },
  listSupportCompanies: { ...companyApi.listSupportCompanies, ...afterTerms, query: brandQuery },
  readCompany: { ...companyApi.readCompany, ...afterTerms, params: connectionId, refusals: ['not-found'] },
  checkReturnAddress: {
    ...companyApi.checkReturnAddress,
    ...afterTerms,
    params: connectionId,
    query: returnAddress,
    refusals: ['not-found'],
  },
} as const satisfies Record<keyof typeof companyApi, ServedEndpoint>
