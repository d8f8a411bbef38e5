import * as z from 'zod/mini'
import { accessApi } from './access-api.ts'
import {
  accessChange,
  invitationAnswer,
  invitationResend,
  invitationWrite,
  personChange,
  personRef,
  requestAnswer,
} from './access.ts'
import { activityQuery } from './activity.ts'
import { connectionId } from './api-parameters.ts'
import { afterTerms, type ServedEndpoint } from './endpoint.ts'
import { handoverWrite } from './handover.ts'
import { id } from './text.ts'

/** The secret of a link: 256 bits in base64url. */
const token = z.string().check(z.regex(/^[\w-]{43}$/, { error: 'pattern' }))

const personParams = z.object({ id, personRef })
const invitationParams = z.object({ id, invitationId: id })
const tokenParams = z.object({ token })

/** The endpoints of `accessApi`, with the inputs and refusals that only the server uses. Specification 26. */
export const accessEndpoints = {
  readAccess: { ...accessApi.readAccess, ...afterTerms, params: connectionId, refusals: ['not-found'] },
  changeAskFirst: {
    ...accessApi.changeAskFirst,
    ...afterTerms,
    params: connectionId,
    body: accessChange,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  endSharing: {
    ...accessApi.endSharing,
    ...afterTerms,
    params: z.object({ id, grantId: id }),
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  answerRequest: {
    ...accessApi.answerRequest,
    ...afterTerms,
    params: z.object({ id, requestId: id }),
    body: requestAnswer,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  changePerson: {
    ...accessApi.changePerson,
    ...afterTerms,
    params: personParams,
    body: personChange,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  removePerson: {
    ...accessApi.removePerson,
    ...afterTerms,
    params: personParams,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  invitePerson: {
    ...accessApi.invitePerson,
    ...afterTerms,
    params: connectionId,
    body: invitationWrite,
    refusals: ['not-found', 'not-allowed-in-role', 'invitation-limit'],
  },
  resendInvitation: {
    ...accessApi.resendInvitation,
    ...afterTerms,
    params: invitationParams,
    body: invitationResend,
    refusals: ['not-found', 'not-allowed-in-role', 'invitation-limit'],
  },
  cancelInvitation: {
    ...accessApi.cancelInvitation,
    ...afterTerms,
    params: invitationParams,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  readActivity: {
    ...accessApi.readActivity,
    ...afterTerms,
    params: connectionId,
    query: activityQuery,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  startHandover: {
    ...accessApi.startHandover,
    ...afterTerms,
    params: connectionId,
    body: handoverWrite,
    refusals: ['not-found', 'not-allowed-in-role', 'sign-in-too-old', 'handover-open'],
  },
  readHandover: {
    ...accessApi.readHandover,
    ...afterTerms,
    params: connectionId,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  cancelHandover: {
    ...accessApi.cancelHandover,
    ...afterTerms,
    params: connectionId,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  readInvitation: { ...accessApi.readInvitation, ...afterTerms, params: tokenParams, refusals: ['not-found'] },
  answerInvitation: {
    ...accessApi.answerInvitation,
    ...afterTerms,
    params: tokenParams,
    body: invitationAnswer,
    refusals: ['not-found', 'already-added', 'invitation-limit'],
  },
} as const satisfies Record<keyof typeof accessApi, ServedEndpoint>
