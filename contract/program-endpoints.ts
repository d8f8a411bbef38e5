import * as z from 'zod/mini'
import { termsRequired, type ServedEndpoint } from './endpoint.ts'
import { programApi } from './program-api.ts'
import { approvalWrite, programChange, programKeys, programWrite } from './program-form.ts'
import { id } from './text.ts'

const programId = z.object({ programId: id })
const deliveryId = z.object({ programId: id, deliveryId: id })

/** The endpoints of `programApi` with the inputs and refusals that only the server needs. Specification 27.8. */
export const programEndpoints = {
  listPrograms: { ...programApi.listPrograms, ...termsRequired },
  registerProgram: {
    ...programApi.registerProgram,
    ...termsRequired,
    body: programWrite,
    refusals: ['program-limit'],
  },
  changeProgram: {
    ...programApi.changeProgram,
    ...termsRequired,
    params: programId,
    body: programChange,
    refusals: ['not-found', 'program-closed'],
  },
  replaceSecret: {
    ...programApi.replaceSecret,
    ...termsRequired,
    params: programId,
    refusals: ['not-found', 'program-closed'],
  },
  replaceKeys: {
    ...programApi.replaceKeys,
    ...termsRequired,
    params: programId,
    body: programKeys,
    refusals: ['not-found', 'program-closed'],
  },
  requestApproval: {
    ...programApi.requestApproval,
    ...termsRequired,
    params: programId,
    body: approvalWrite,
    refusals: ['not-found', 'program-closed'],
  },
  listProgramDeliveries: {
    ...programApi.listProgramDeliveries,
    ...termsRequired,
    params: programId,
    refusals: ['not-found'],
  },
  resendProgramDelivery: {
    ...programApi.resendProgramDelivery,
    ...termsRequired,
    params: deliveryId,
    refusals: ['not-found', 'invalid-request', 'program-closed'],
  },
  deleteProgram: {
    ...programApi.deleteProgram,
    ...termsRequired,
    params: programId,
    refusals: ['not-found'],
  },
} as const satisfies Record<keyof typeof programApi, ServedEndpoint>
