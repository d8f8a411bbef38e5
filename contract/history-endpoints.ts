import { connectionId } from './api-parameters.ts'
import { faultQuery } from './faults.ts'
import { historyQuery } from './history-query.ts'
import { historyApi } from './history-api.ts'
import { addInputs } from './endpoint.ts'

/** The endpoints of `historyApi` with the inputs and refusals that only the server needs. Specification 13. */
export const historyEndpoints = addInputs(historyApi, {
  readHistory: { params: connectionId, query: historyQuery, refusals: ['not-found'] },
  listFaults: { terms: false, query: faultQuery, cacheS: 300 },
})
