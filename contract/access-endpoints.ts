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
import { addInputs } from './endpoint.ts'
import { handoverRequestBody } from './handover.ts'
import { lowerCaseUuid } from './text-schemas.ts'

/** The secret of a link: 256 bits in base64url. */
const token = z.string().check(z.regex(/^[\w-]{43}$/, { error: 'pattern' }))

const personParams = z.object({ id: lowerCaseUuid, personRef })
const invitationParams = z.object({ id: lowerCaseUuid, invitationId: lowerCaseUuid })
const tokenParams = z.object({ token })

/** The endpoints of `accessApi`, with the inputs and refusals that only the server uses. Specification 26. */
export const accessEndpoints = addInputs(accessApi, {
  readAccess: { params: connectionId, refusals: ['not-found'] },
  changeAskFirst: { params: connectionId, body: accessSettingsPatch, refusals: ['not-found', 'not-allowed-in-role'] },
  endSharing: {
    params: z.object({ id: lowerCaseUuid, grantId: lowerCaseUuid }),
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  answerRequest: {
    params: z.object({ id: lowerCaseUuid, requestId: lowerCaseUuid }),
    body: accessRequestAnswer,
    refusals: ['not-found', 'not-allowed-in-role'],
  },
  changePerson: { params: personParams, body: personAccessPatch, refusals: ['not-found', 'not-allowed-in-role'] },
  removePerson: { params: personParams, refusals: ['not-found', 'not-allowed-in-role'] },
  invitePerson: {
    params: connectionId,
    body: invitationRequestBody,
    refusals: ['not-found', 'not-allowed-in-role', 'invitation-limit'],
  },
  resendInvitation: {
    params: invitationParams,
    body: invitationResendBody,
    refusals: ['not-found', 'not-allowed-in-role', 'invitation-limit'],
  },
  cancelInvitation: { params: invitationParams, refusals: ['not-found', 'not-allowed-in-role'] },
  readActivity: { params: connectionId, query: activityQuery, refusals: ['not-found', 'not-allowed-in-role'] },
  startHandover: {
    params: connectionId,
    body: handoverRequestBody,
    refusals: ['not-found', 'not-allowed-in-role', 'sign-in-too-old', 'handover-open'],
  },
  readHandover: { params: connectionId, refusals: ['not-found', 'not-allowed-in-role'] },
  cancelHandover: { params: connectionId, refusals: ['not-found', 'not-allowed-in-role'] },
  readInvitation: { params: tokenParams, refusals: ['not-found'] },
  answerInvitation: {
    params: tokenParams,
    body: invitationAnswer,
    refusals: ['not-found', 'already-added', 'invitation-limit'],
  },
})
