import { connectionId } from './api-parameters.ts'
import type { Endpoint } from './endpoint.ts'
import { faultList, faultQuery } from './faults.ts'
import { history, historyQuery } from './history.ts'

/** The paths of /api/2 about histories and fault texts. Specification 13. */
export const historyApi = {
  readHistory: {
    method: 'GET',
    path: '/api/2/connections/:id/history',
    access: 'gateway.list',
    terms: true,
    params: connectionId,
    query: historyQuery,
    body: null,
    answer: history,
    refusals: ['not-found'],
  },
  listFaults: {
    method: 'GET',
    path: '/api/2/faults',
    access: 'public',
    terms: false,
    params: null,
    query: faultQuery,
    body: null,
    answer: faultList,
    refusals: [],
    cacheS: 300,
  },
} as const satisfies Record<string, Endpoint>
