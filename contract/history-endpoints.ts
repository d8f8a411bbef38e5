import { connectionId } from './api-parameters.ts'
import { faultQuery } from './faults.ts'
import { historyQuery } from './history-query.ts'
import { historyApi } from './history-api.ts'
import { termsRequiredDefaults, termsNotRequiredDefaults, type ServerEndpoint } from './endpoint.ts'

/** The endpoints of `historyApi` with the inputs and refusals that only the server needs. Specification 13. */
export const historyEndpoints = {
  readHistory: {
    ...historyApi.readHistory,
    ...termsRequiredDefaults,
    params: connectionId,
    query: historyQuery,
    refusals: ['not-found'],
  },
  listFaults: { ...historyApi.listFaults, ...termsNotRequiredDefaults, query: faultQuery, cacheS: 300 },
} as const satisfies Record<keyof typeof historyApi, ServerEndpoint>
