import { faultList } from './faults.ts'
import { history } from './history.ts'
import type { Endpoint } from './endpoint.ts'

/** The paths of /api/2 about histories and fault texts. Specification 13. */
export const historyApi = {
  readHistory: { method: 'GET', path: '/api/2/connections/:id/history', access: 'gateway.list', answer: history },
  listFaults: { method: 'GET', path: '/api/2/faults', access: 'public', answer: faultList },
} as const satisfies Record<string, Endpoint>
