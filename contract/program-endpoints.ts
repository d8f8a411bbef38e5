import * as z from 'zod/mini'
import { afterTerms, type ServedEndpoint } from './endpoint.ts'
import { programApi } from './program-api.ts'
import { approvalWrite, programChange, programKeys, programWrite } from './program-form.ts'
import { id } from './text.ts'

const programId = z.object({ programId: id })
const deliveryId = z.object({ programId: id, deliveryId: id })

/** The endpoints of `programApi` with the inputs and refusals that only the server needs. Specification 27.8. */
export const programEndpoints = {
  listPrograms: { ...programApi.listPrograms, ...afterTerms },
  registerProgram: {
    ...programApi.registerProgram,
    ...afterTerms,
    body: programWrite,
    refusals: ['program-limit'],
  },
  changeProgram: {
    ...programApi.changeProgram,
    ...afterTerms,
    params: programId,
    body: programChange,
    refusals: ['not-found', 'program-closed'],
  },
  replaceSecret: {
    ...programApi.replaceSecret,
    ...afterTerms,
    params: programId,
    refusals: ['not-found', 'program-closed'],
  },
  replaceKeys: {
    ...programApi.replaceKeys,
    ...afterTerms,
    params: programId,
    body: programKeys,
    refusals: ['not-found', 'program-closed'],
  },
  requestApproval: {
    ...programApi.requestApproval,
    ...afterTerms,
    params: programId,
    body: approvalWrite,
    refusals: ['not-found', 'program-closed'],
  },
  listProgramDeliveries: {
    ...programApi.listProgramDeliveries,
    ...afterTerms,
    params: programId,
    refusals: ['not-found'],
  },
  resendProgramDelivery: {
    ...programApi.resendProgramDelivery,
    ...afterTerms,
    params: deliveryId,
    refusals: ['not-found', 'invalid-request', 'program-closed'],
  },
  deleteProgram: {
    ...programApi.deleteProgram,
    ...afterTerms,
    params: programId,
    refusals: ['not-found'],
  },
} as const satisfies Record<keyof typeof programApi, ServedEndpoint>
