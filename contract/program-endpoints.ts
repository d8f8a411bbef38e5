import * as z from 'zod/mini'
import { addInputs } from './endpoint.ts'
import { programApi } from './program-api.ts'
import { approvalRequest, redirectUrisPatch, programKeysBody, programRegistration } from './program-form.ts'
import { lowerCaseUuid } from './text-schemas.ts'

const programId = z.object({ programId: lowerCaseUuid })
const grantId = z.object({ programId: lowerCaseUuid, grantId: lowerCaseUuid })
const deliveryId = z.object({ programId: lowerCaseUuid, deliveryId: lowerCaseUuid })

/** The endpoints of `programApi` with the inputs and refusals that only the server needs. Specification 27.8. */
export const programEndpoints = addInputs(programApi, {
  listPrograms: {},
  registerProgram: { body: programRegistration, refusals: ['program-limit'] },
  changeProgram: { params: programId, body: redirectUrisPatch, refusals: ['not-found', 'program-closed'] },
  replaceSecret: { params: programId, refusals: ['not-found', 'program-closed'] },
  replaceKeys: { params: programId, body: programKeysBody, refusals: ['not-found', 'program-closed'] },
  requestApproval: { params: programId, body: approvalRequest, refusals: ['not-found', 'program-closed'] },
  listProgramDeliveries: { params: programId, refusals: ['not-found'] },
  resendProgramDelivery: { params: deliveryId, refusals: ['not-found', 'invalid-request', 'program-closed'] },
  endTestGrant: { params: grantId, refusals: ['not-found'] },
  deleteProgram: { params: programId, refusals: ['not-found'] },
})
