import { companyList, returnUriQuery, supportCompanyList } from './company-search.ts'
import { company } from './provider.ts'
import type { Endpoint } from './endpoint.ts'

/** The paths of /api/2 about companies. Specification 13. */
export const companyApi = {
  searchProviders: { method: 'GET', path: '/api/2/companies/providers', access: 'token', answer: companyList },
  listSupportCompanies: { method: 'GET', path: '/api/2/companies/asa', access: 'token', answer: supportCompanyList },
  readCompany: { method: 'GET', path: '/api/2/companies/:id', access: 'token', answer: company },
  checkReturnAddress: {
    method: 'GET',
    path: '/api/2/companies/:id/return-address',
    access: 'token',
    answer: returnUriQuery,
  },
} as const satisfies Record<string, Endpoint>
