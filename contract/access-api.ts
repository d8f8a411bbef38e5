import { applianceAccess, invitationAnswerOutcome, createdInvitation, invitationPreview } from './access.ts'
import { activityList } from './activity.ts'
import type { Endpoint } from './endpoint.ts'
import { createdHandover, openHandover } from './handover.ts'

const peoplePath = '/api/2/connections/:id/access/people/:personRef'
const invitationsPath = '/api/2/connections/:id/access/invitations'
const requestPath = '/api/2/connections/:id/access/requests/:requestId'
const handoverPath = '/api/2/connections/:id/handover'

/** The paths of /api/2 about who has access to an appliance. Specification 26. */
export const accessApi = {
  readAccess: { method: 'GET', path: '/api/2/connections/:id/access', access: 'gateway.list', answer: applianceAccess },
  changeAskFirst: {
    method: 'PATCH',
    path: '/api/2/connections/:id/access',
    access: 'gateway.users',
    answer: applianceAccess,
  },
  endSharing: {
    method: 'DELETE',
    path: '/api/2/connections/:id/access/grants/:grantId',
    access: 'gateway.users',
    answer: null,
  },
  answerRequest: { method: 'POST', path: requestPath, access: 'gateway.users', answer: null },
  changePerson: { method: 'PATCH', path: peoplePath, access: 'gateway.users', answer: applianceAccess },
  removePerson: { method: 'DELETE', path: peoplePath, access: 'gateway.users', answer: null },
  invitePerson: {
    method: 'POST',
    path: invitationsPath,
    access: 'gateway.users',
    answer: createdInvitation,
    isAnswerSecret: true,
  },
  resendInvitation: {
    method: 'POST',
    path: `${invitationsPath}/:invitationId/resend`,
    access: 'gateway.users',
    answer: createdInvitation,
    isAnswerSecret: true,
  },
  cancelInvitation: {
    method: 'DELETE',
    path: `${invitationsPath}/:invitationId`,
    access: 'gateway.users',
    answer: null,
  },
  readActivity: {
    method: 'GET',
    path: '/api/2/connections/:id/activity',
    access: 'gateway.list',
    answer: activityList,
  },
  startHandover: {
    method: 'POST',
    path: handoverPath,
    access: 'gateway.users',
    answer: createdHandover,
    isAnswerSecret: true,
  },
  readHandover: { method: 'GET', path: handoverPath, access: 'gateway.list', answer: openHandover },
  cancelHandover: { method: 'DELETE', path: handoverPath, access: 'gateway.users', answer: null },
  readInvitation: { method: 'GET', path: '/api/2/invitations/:token', access: 'token', answer: invitationPreview },
  answerInvitation: {
    method: 'POST',
    path: '/api/2/invitations/:token',
    access: 'token',
    answer: invitationAnswerOutcome,
  },
} as const satisfies Record<string, Endpoint>
