import * as z from 'zod/mini'
import { termsRequiredDefaults, type ServerEndpoint } from './endpoint.ts'
import { programApi } from './program-api.ts'
import { approvalRequest, redirectUrisPatch, programKeysBody, programRegistration } from './program-form.ts'
import { lowerCaseUuid } from './text-schemas.ts'

const programId = z.object({ programId: lowerCaseUuid })
const grantId = z.object({ programId: lowerCaseUuid, grantId: lowerCaseUuid })
const deliveryId = z.object({ programId: lowerCaseUuid, deliveryId: lowerCaseUuid })

/** The endpoints of `programApi` with the inputs and refusals that only the server needs. Specification 27.8. */
export const programEndpoints = {
  listPrograms: { ...programApi.listPrograms, ...termsRequiredDefaults },
  registerProgram: {
    ...programApi.registerProgram,
    ...termsRequiredDefaults,
    body: programRegistration,
    refusals: ['program-limit'],
  },
  changeProgram: {
    ...programApi.changeProgram,
    ...termsRequiredDefaults,
    params: programId,
    body: redirectUrisPatch,
    refusals: ['not-found', 'program-closed'],
  },
  replaceSecret: {
    ...programApi.replaceSecret,
    ...termsRequiredDefaults,
    params: programId,
    refusals: ['not-found', 'program-closed'],
  },
  replaceKeys: {
    ...programApi.replaceKeys,
    ...termsRequiredDefaults,
    params: programId,
    body: programKeysBody,
    refusals: ['not-found', 'program-closed'],
  },
  requestApproval: {
    ...programApi.requestApproval,
    ...termsRequiredDefaults,
    params: programId,
    body: approvalRequest,
    refusals: ['not-found', 'program-closed'],
  },
  listProgramDeliveries: {
    ...programApi.listProgramDeliveries,
    ...termsRequiredDefaults,
    params: programId,
    refusals: ['not-found'],
  },
  resendProgramDelivery: {
    ...programApi.resendProgramDelivery,
    ...termsRequiredDefaults,
    params: deliveryId,
    refusals: ['not-found', 'invalid-request', 'program-closed'],
  },
  endTestGrant: {
    ...programApi.endTestGrant,
    ...termsRequiredDefaults,
    params: grantId,
    refusals: ['not-found'],
  },
  deleteProgram: {
    ...programApi.deleteProgram,
    ...termsRequiredDefaults,
    params: programId,
    refusals: ['not-found'],
  },
} as const satisfies Record<keyof typeof programApi, ServerEndpoint>
