import * as z from 'zod/mini'
import { accountApi } from './account-api.ts'
import { termsNotRequired, type ServedEndpoint } from './endpoint.ts'
import { personalDataFile } from './personal-data.ts'
import { sessionRef } from './sessions.ts'

/** The endpoints of `accountApi` with the inputs and refusals that only the server needs. Specification 13. */
export const accountEndpoints = {
  listSessions: { ...accountApi.listSessions, ...termsNotRequired },
  endSession: {
    ...accountApi.endSession,
    ...termsNotRequired,
    params: z.object({ sessionRef }),
    refusals: ['not-found'],
  },
  listPersonalData: { ...accountApi.listPersonalData, ...termsNotRequired },
  requestPersonalData: { ...accountApi.requestPersonalData, ...termsNotRequired },
  downloadPersonalData: {
    ...accountApi.downloadPersonalData,
    ...termsNotRequired,
    params: personalDataFile,
    refusals: ['not-found'],
  },
  deleteUser: { ...accountApi.deleteUser, ...termsNotRequired, refusals: ['sign-in-too-old'] },
  restoreUser: { ...accountApi.restoreUser, ...termsNotRequired, refusals: ['not-found'] },
  endOtherSessions: { ...accountApi.endOtherSessions, ...termsNotRequired },
} as const satisfies Record<keyof typeof accountApi, ServedEndpoint>
