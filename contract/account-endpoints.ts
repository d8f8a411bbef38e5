import * as z from 'zod/mini'
import { accountApi } from './account-api.ts'
import { termsNotRequiredDefaults, type ServerEndpoint } from './endpoint.ts'
import { personalDataFileParams } from './personal-data.ts'
import { sessionRef } from './sessions.ts'

/** The endpoints of `accountApi` with the inputs and refusals that only the server needs. Specification 13. */
export const accountEndpoints = {
  listSessions: { ...accountApi.listSessions, ...termsNotRequiredDefaults },
  endSession: {
    ...accountApi.endSession,
    ...termsNotRequiredDefaults,
    params: z.object({ sessionRef }),
    refusals: ['not-found'],
  },
  listPersonalData: { ...accountApi.listPersonalData, ...termsNotRequiredDefaults },
  requestPersonalData: { ...accountApi.requestPersonalData, ...termsNotRequiredDefaults },
  downloadPersonalData: {
    ...accountApi.downloadPersonalData,
    ...termsNotRequiredDefaults,
    params: personalDataFileParams,
    refusals: ['not-found'],
  },
  deleteUser: { ...accountApi.deleteUser, ...termsNotRequiredDefaults, refusals: ['sign-in-too-old'] },
  restoreUser: { ...accountApi.restoreUser, ...termsNotRequiredDefaults, refusals: ['not-found'] },
  endOtherSessions: { ...accountApi.endOtherSessions, ...termsNotRequiredDefaults },
} as const satisfies Record<keyof typeof accountApi, ServerEndpoint>
