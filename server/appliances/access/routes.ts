import { api } from '#contract/api.ts'
import type { EndpointAdder } from '#server/http/endpoint-adder.ts'
import { readActivityPage } from './activity/read-activity.ts'
import { type HandoverAnswerDependencies, previewHandover, answerHandover } from './answer-handover.ts'
import { type HandoverRoutesDependencies, addHandoverRoutes } from './handover-routes.ts'
import {
  type InvitationDependencies,
  answerInvitationByToken,
  withdrawInvitation,
  inviteToAppliance,
  previewInvitation,
  replaceInvitation,
} from './invitations.ts'
import { digestLinkToken } from './link-token.ts'
import {
  type PersonAccessDependencies,
  changePersonAccess,
  readApplianceAccess,
  endPersonAccess,
} from './person-access.ts'
import { endSharingWithThirdParty } from './end-sharing-with-third-party.ts'
import { changeAskFirstSetting, answerAccessRequest } from './access-requests.ts'

export type AccessRoutesDependencies = PersonAccessDependencies &
  InvitationDependencies &
  HandoverRoutesDependencies &
  HandoverAnswerDependencies

/**
 * Adds the endpoints for the people of an appliance, invitations, requests, hand-overs and the activity. Specification
 * 26.
 */
export function addAccessRoutes(add: EndpointAdder, dependencies: AccessRoutesDependencies): void {
  add(api.readAccess, async ({ caller, params }) =>
    readApplianceAccess(dependencies, { gatewayId: params.id, subject: caller }),
  )

  add(api.changeAskFirst, async ({ caller, params, body }) =>
    changeAskFirstSetting(dependencies, { gatewayId: params.id, subject: caller, body }),
  )

  add(api.answerRequest, async ({ caller, params: { id, requestId }, body }) =>
    answerAccessRequest(dependencies, { gatewayId: id, subject: caller, requestId, body }),
  )

  add(api.endSharing, async ({ caller, params: { id, grantId } }) =>
    endSharingWithThirdParty(dependencies, { gatewayId: id, subject: caller, grantId }),
  )

  add(api.changePerson, async ({ caller, params: { id, personRef }, body }) =>
    changePersonAccess(dependencies, { gatewayId: id, subject: caller, personRef, body }),
  )

  add(api.removePerson, async ({ caller, params: { id, personRef } }) =>
    endPersonAccess(dependencies, { gatewayId: id, subject: caller, personRef }),
  )

  add(api.invitePerson, async ({ caller, params, language, body }) =>
    inviteToAppliance(dependencies, { gatewayId: params.id, subject: caller, language, body }),
  )

  add(api.resendInvitation, async ({ caller, params: { id, invitationId }, language, body }) =>
    replaceInvitation(dependencies, { gatewayId: id, subject: caller, invitationId, language, body }),
  )

  add(api.cancelInvitation, async ({ caller, params: { id, invitationId } }) =>
    withdrawInvitation(dependencies, { gatewayId: id, subject: caller, invitationId }),
  )

  add(api.readActivity, async ({ caller, params, query }) =>
    readActivityPage(dependencies, { gatewayId: params.id, subject: caller, query }),
  )

  add(api.readInvitation, async ({ caller, params }) => {
    const opening = { tokenDigest: digestLinkToken(params.token), subject: caller }
    return (await previewHandover(dependencies, opening)) ?? (await previewInvitation(dependencies, opening))
  })

  add(api.answerInvitation, async ({ caller, params, body }) => {
    const { accept, keepPeople = [] } = body()
    const answer = { tokenDigest: digestLinkToken(params.token), subject: caller, accept }
    const handedOver = await answerHandover(dependencies, { ...answer, keepPeople })
    return handedOver ?? { connectionId: await answerInvitationByToken(dependencies, answer), companies: [] }
  })

  addHandoverRoutes(add, dependencies)
}
