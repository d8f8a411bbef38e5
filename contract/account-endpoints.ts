import * as z from 'zod/mini'
import { accountApi } from './account-api.ts'
import { addInputs } from './endpoint.ts'
import { personalDataFileParams } from './personal-data.ts'
import { sessionRef } from './sessions.ts'

/** The endpoints of `accountApi` with the inputs and refusals that only the server needs. Specification 13. */
export const accountEndpoints = addInputs(accountApi, {
  listSessions: { terms: false },
  endSession: { terms: false, params: z.object({ sessionRef }), refusals: ['not-found'] },
  listPersonalData: { terms: false },
  requestPersonalData: { terms: false },
  downloadPersonalData: { terms: false, params: personalDataFileParams, refusals: ['not-found'] },
  deleteUser: { terms: false, refusals: ['sign-in-too-old'] },
  restoreUser: { terms: false, refusals: ['not-found'] },
  endOtherSessions: { terms: false },
})
