import { returnUriQuery } from './company-search.ts'
import { providerQuery } from './provider-query.ts'
import { brandQuery, connectionId } from './api-parameters.ts'
import { companyApi } from './company-api.ts'
import { addInputs } from './endpoint.ts'

/** The endpoints of `companyApi` with the inputs and refusals that only the server needs. Specification 13. */
export const companyEndpoints = addInputs(companyApi, {
  searchProviders: { query: providerQuery },
  listSupportCompanies: { query: brandQuery },
  readCompany: { params: connectionId, refusals: ['not-found'] },
  checkReturnAddress: { params: connectionId, query: returnUriQuery, refusals: ['not-found'] },
})
