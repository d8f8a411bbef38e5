import { companyList, providerQuery, returnAddress, supportCompanyList } from './company-search.ts'
import { brandQuery, connectionId } from './api-parameters.ts'
import type { Endpoint } from './endpoint.ts'
import { company } from './provider.ts'

/** The paths of /api/2 about companies. Specification 13. */
export const companyApi = {
  searchProviders: {
    method: 'GET',
    path: '/api/2/companies/providers',
    access: 'token',
    terms: true,
    params: null,
    query: providerQuery,
    body: null,
    answer: companyList,
    refusals: [],
  },
  listSupportCompanies: {
    method: 'GET',
    path: '/api/2/companies/asa',
    access: 'token',
    terms: true,
    params: null,
    query: brandQuery,
    body: null,
    answer: supportCompanyList,
    refusals: [],
  },
  readCompany: {
    method: 'GET',
    path: '/api/2/companies/:id',
    access: 'token',
    terms: true,
    params: connectionId,
    query: null,
    body: null,
    answer: company,
    refusals: ['not-found'],
  },
  checkReturnAddress: {
    method: 'GET',
    path: '/api/2/companies/:id/return-address',
    access: 'token',
    terms: true,
    params: connectionId,
    query: returnAddress,
    body: null,
    answer: returnAddress,
    refusals: ['not-found'],
  },
} as const satisfies Record<string, Endpoint>
