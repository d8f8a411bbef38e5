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
import { termsRequired, type ServedEndpoint } from './endpoint.ts'
import { handoverWrite } from './handover.ts'
import { id } from './text.ts'

/** The secret of a link: 256 bits in base64url. */
const token = z.string().check(z.regex(/^[\w-]{43}$/, { error: 'pattern' }))

const personParams = z.object({ id, personRef })
const invitationParams = z.object({ id, invitationId: id })
const tokenParams = z.object({ token })

/** The endpoints of `accessApi`, with the inputs and refusals that only the server uses. Specification 26. */
export const accessEndpoints = {
  readAccess: { ...accessApi.readAccess, ...termsRequired, params: connectionId, refusals: ['not-found'] },
  changeAskFirst: {
    ...accessApi.changeAskFirst,
    ...termsRequired,
    params: connectionId,
    body: accessChange,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  endSharing: {
    ...accessApi.endSharing,
    ...termsRequired,
    params: z.object({ id, grantId: id }),
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  answerRequest: {
    ...accessApi.answerRequest,
    ...termsRequired,
    params: z.object({ id, requestId: id }),
    body: requestAnswer,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  changePerson: {
    ...accessApi.changePerson,
    ...termsRequired,
    params: personParams,
    body: personChange,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  removePerson: {
    ...accessApi.removePerson,
    ...termsRequired,
    params: personParams,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  invitePerson: {
    ...accessApi.invitePerson,
    ...termsRequired,
    params: connectionId,
    body: invitationWrite,
    refusals: ['not-found', 'not-allowed-in-role', 'invitation-limit'],
  },
  resendInvitation: {
    ...accessApi.resendInvitation,
    ...termsRequired,
    params: invitationParams,
    body: invitationResend,
    refusals: ['not-found', 'not-allowed-in-role', 'invitation-limit'],
  },
  cancelInvitation: {
    ...accessApi.cancelInvitation,
    ...termsRequired,
    params: invitationParams,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  readActivity: {
    ...accessApi.readActivity,
    ...termsRequired,
    params: connectionId,
    query: activityQuery,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  startHandover: {
    ...accessApi.startHandover,
    ...termsRequired,
    params: connectionId,
    body: handoverWrite,
    refusals: ['not-found', 'not-allowed-in-role', 'sign-in-too-old', 'handover-open'],
  },
  readHandover: {
    ...accessApi.readHandover,
    ...termsRequired,
    params: connectionId,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  cancelHandover: {
    ...accessApi.cancelHandover,
    ...termsRequired,
    params: connectionId,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  readInvitation: { ...accessApi.readInvitation, ...termsRequired, params: tokenParams, refusals: ['not-found'] },
  answerInvitation: {
    ...accessApi.answerInvitation,
    ...termsRequired,
    params: tokenParams,
    body: invitationAnswer,
    refusals: ['not-found', 'already-added', 'invitation-limit'],
  },
} as const satisfies Record<keyof typeof accessApi, ServedEndpoint>
