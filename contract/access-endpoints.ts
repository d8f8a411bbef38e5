import * as z from 'zod/mini'
import { accessApi } from './access-api.ts'
import {
  accessSettingsPatch,
  invitationAnswer,
  invitationResendBody,
  invitationRequestBody,
  personAccessPatch,
  personRef,
  accessRequestAnswer,
} from './access.ts'
import { activityQuery } from './activity.ts'
import { connectionId } from './api-parameters.ts'
import { termsRequiredDefaults, type ServerEndpoint } from './endpoint.ts'
import { handoverRequestBody } from './handover.ts'
import { lowerCaseUuid } from './text-schemas.ts'

/** The secret of a link: 256 bits in base64url. */
const token = z.string().check(z.regex(/^[\w-]{43}$/, { error: 'pattern' }))

const personParams = z.object({ id: lowerCaseUuid, personRef })
const invitationParams = z.object({ id: lowerCaseUuid, invitationId: lowerCaseUuid })
const tokenParams = z.object({ token })

/** The endpoints of `accessApi`, with the inputs and refusals that only the server uses. Specification 26. */
export const accessEndpoints = {
  readAccess: { ...accessApi.readAccess, ...termsRequiredDefaults, params: connectionId, refusals: ['not-found'] },
  changeAskFirst: {
    ...accessApi.changeAskFirst,
    ...termsRequiredDefaults,
    params: connectionId,
    body: accessSettingsPatch,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  endSharing: {
    ...accessApi.endSharing,
    ...termsRequiredDefaults,
    params: z.object({ id: lowerCaseUuid, grantId: lowerCaseUuid }),
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  answerRequest: {
    ...accessApi.answerRequest,
    ...termsRequiredDefaults,
    params: z.object({ id: lowerCaseUuid, requestId: lowerCaseUuid }),
    body: accessRequestAnswer,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  changePerson: {
    ...accessApi.changePerson,
    ...termsRequiredDefaults,
    params: personParams,
    body: personAccessPatch,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  removePerson: {
    ...accessApi.removePerson,
    ...termsRequiredDefaults,
    params: personParams,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  invitePerson: {
    ...accessApi.invitePerson,
    ...termsRequiredDefaults,
    params: connectionId,
    body: invitationRequestBody,
    refusals: ['not-found', 'not-allowed-in-role', 'invitation-limit'],
  },
  resendInvitation: {
    ...accessApi.resendInvitation,
    ...termsRequiredDefaults,
    params: invitationParams,
    body: invitationResendBody,
    refusals: ['not-found', 'not-allowed-in-role', 'invitation-limit'],
  },
  cancelInvitation: {
    ...accessApi.cancelInvitation,
    ...termsRequiredDefaults,
    params: invitationParams,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  readActivity: {
    ...accessApi.readActivity,
    ...termsRequiredDefaults,
    params: connectionId,
    query: activityQuery,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  startHandover: {
    ...accessApi.startHandover,
    ...termsRequiredDefaults,
    params: connectionId,
    body: handoverRequestBody,
    refusals: ['not-found', 'not-allowed-in-role', 'sign-in-too-old', 'handover-open'],
  },
  readHandover: {
    ...accessApi.readHandover,
    ...termsRequiredDefaults,
    params: connectionId,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  cancelHandover: {
    ...accessApi.cancelHandover,
    ...termsRequiredDefaults,
    params: connectionId,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  readInvitation: {
    ...accessApi.readInvitation,
    ...termsRequiredDefaults,
    params: tokenParams,
    refusals: ['not-found'],
  },
  answerInvitation: {
    ...accessApi.answerInvitation,
    ...termsRequiredDefaults,
    params: tokenParams,
    body: invitationAnswer,
    refusals: ['not-found', 'already-added', 'invitation-limit'],
  },
} as const satisfies Record<keyof typeof accessApi, ServerEndpoint>
