import { userChange } from './account-form.ts'
import { user } from './account.ts'
import { clientLogEntry } from './client-log.ts'
import type { Endpoint } from './endpoint.ts'
import { localeQuery, terms, termsAcceptance, termsStatus } from './terms.ts'

/** The paths of /api/2 about the person, their terms, and their page's log. Specification 13. */
export const personApi = {
  readUser: {
    method: 'GET',
    path: '/api/2/users/me',
    access: 'gateway.users',
    terms: false,
    params: null,
    query: null,
    body: null,
    answer: user,
    refusals: [],
  },
  changeUser: {
    method: 'PATCH',
    path: '/api/2/users/me',
    access: 'gateway.users',
    terms: false,
    params: null,
    query: null,
    body: userChange,
    answer: user,
    refusals: [],
  },
  readTerms: {
    method: 'GET',
    path: '/api/2/tos',
    access: 'token',
    terms: false,
    params: null,
    query: localeQuery,
    body: null,
    answer: terms,
    refusals: [],
  },
  readTermsStatus: {
    method: 'GET',
    path: '/api/2/tos/status',
    access: 'token',
    terms: false,
    params: null,
    query: null,
    body: null,
    answer: termsStatus,
    refusals: [],
  },
  acceptTerms: {
    method: 'PUT',
    path: '/api/2/tos/status',
    access: 'token',
    terms: false,
    params: null,
    query: null,
    body: termsAcceptance,
    answer: termsStatus,
    refusals: [],
  },
  writeClientLog: {
    method: 'POST',
    path: '/api/2/logger',
    access: 'public',
    terms: false,
    params: null,
    query: null,
    body: clientLogEntry,
    answer: null,
    refusals: [],
  },
} as const satisfies Record<string, Endpoint>
