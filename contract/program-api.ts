import type { Endpoint } from './endpoint.ts'
import { partnerDelivery } from './partner-webhooks.ts'
import { program, programDeliveries, programList, programSecret, registeredProgram } from './programs.ts'

const programs = '/api/2/programs'
const one = `${programs}/:programId` as const

/** The paths of /api/2 with which a developer manages programs of third parties. Specification 27.8. */
export const programApi = {
  listPrograms: { method: 'GET', path: programs, access: 'gateway.users', answer: programList },
  registerProgram: {
    method: 'POST',
    path: programs,
    access: 'gateway.users',
    answer: registeredProgram,
    isAnswerSecret: true,
  },
  changeProgram: { method: 'PATCH', path: one, access: 'gateway.users', answer: program },
  replaceSecret: {
    method: 'POST',
    path: `${one}/secret`,
    access: 'gateway.users',
    answer: programSecret,
    isAnswerSecret: true,
  },
  replaceKeys: { method: 'PUT', path: `${one}/keys`, access: 'gateway.users', answer: program },
  requestApproval: { method: 'PUT', path: `${one}/approval`, access: 'gateway.users', answer: program },
  listProgramDeliveries: {
    method: 'GET',
    path: `${one}/deliveries`,
    access: 'gateway.users',
    answer: programDeliveries,
  },
  resendProgramDelivery: {
    method: 'POST',
    path: `${one}/deliveries/:deliveryId/resend`,
    access: 'gateway.users',
    answer: partnerDelivery,
  },
  endTestGrant: { method: 'DELETE', path: `${one}/grants/:grantId`, access: 'gateway.users', answer: null },
  deleteProgram: { method: 'DELETE', path: one, access: 'gateway.users', answer: null },
} as const satisfies Record<string, Endpoint>
