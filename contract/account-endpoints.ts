import * as z from 'zod/mini'
import { accountApi } from './account-api.ts'
import { beforeTerms, type ServedEndpoint } from './endpoint.ts'
import { personalDataFile } from './personal-data.ts'
import { sessionRef } from './sessions.ts'

/** The endpoints of `accountApi` with the inputs and refusals that only the server needs. Specification 13. */
export const accountEndpoints = {
  listSessions: { ...accountApi.listSessions, ...beforeTerms },
  endSession: {
    ...accountApi.endSession,
    ...beforeTerms,
    params: z.object({ sessionRef }),
    refusals: ['not-found'],
  },
  listPersonalData: { ...accountApi.listPersonalData, ...beforeTerms },
  requestPersonalData: { ...accountApi.requestPersonalData, ...beforeTerms },
  downloadPersonalData: {
    ...accountApi.downloadPersonalData,
    ...beforeTerms,
    params: personalDataFile,
    refusals: ['not-found'],
  },
  deleteUser: { ...accountApi.deleteUser, ...beforeTerms, refusals: ['sign-in-too-old'] },
  restoreUser: { ...accountApi.restoreUser, ...beforeTerms, refusals: ['not-found'] },
  endOtherSessions: { ...accountApi.endOtherSessions, ...beforeTerms },
} as const satisfies Record<keyof typeof accountApi, ServedEndpoint>
