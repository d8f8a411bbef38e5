import { returnUriQuery } from './company-search.ts'
import { providerQuery } from './provider-query.ts'
import { brandQuery, connectionId } from './api-parameters.ts'
import { companyApi } from './company-api.ts'
import { termsRequiredDefaults, type ServerEndpoint } from './endpoint.ts'

/** The endpoints of `companyApi` with the inputs and refusals that only the server needs. Specification 13. */
export const companyEndpoints = {
  searchProviders: { ...companyApi.searchProviders, ...termsRequiredDefaults, query: providerQuery },
  listSupportCompanies: { ...companyApi.listSupportCompanies, ...termsRequiredDefaults, query: brandQuery },
  readCompany: { ...companyApi.readCompany, ...termsRequiredDefaults, params: connectionId, refusals: ['not-found'] },
  checkReturnAddress: {
    ...companyApi.checkReturnAddress,
    ...termsRequiredDefaults,
    params: connectionId,
    query: returnUriQuery,
    refusals: ['not-found'],
  },
} as const satisfies Record<keyof typeof companyApi, ServerEndpoint>
