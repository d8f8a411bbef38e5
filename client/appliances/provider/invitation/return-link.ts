import { companyApi } from '#contract/company-api.ts'
import type { ContractStatus, ProviderContract } from '#contract/provider.ts'
import { type CallDependencies, createCallThunk } from '#client/call-thunk.ts'
import type { AcceptedInvitation, ReturnTarget } from '#client/appliances/state/invitation-slice.ts'

export type ReturnLinkRequest = { wayBack: ReturnTarget; applianceId: string; contract: ProviderContract }

/**
 * Creates the return link to the company whose invitation was accepted. The server refuses an address that the company
 * has not allowed; otherwise an invitation could redirect an owner to any page. docs/decisions/016-points-left-open.md.
 */
export const createReturnLink = createCallThunk<AcceptedInvitation, ReturnLinkRequest>(
  'invitation/wayBack',
  requestWayBack,
)

async function requestWayBack({ wayBack, applianceId, contract }: ReturnLinkRequest, { call }: CallDependencies) {
  const { company, status } = contract
  const { uri } = await call(companyApi.checkReturnAddress, {
    params: { id: company.id },
    query: { uri: wayBack.redirectUri },
  })
  const href = addInvitationOutcomeToUrl(
    { ...wayBack, redirectUri: uri },
    { gatewayId: applianceId, contractStatus: status },
  )
  return { applianceId, companyName: company.name, href }
}

export type InvitationOutcome = { gatewayId: string; contractStatus: ContractStatus }

/** Adds the result of the invitation to the return address. The address keeps its query. */
export function addInvitationOutcomeToUrl(
  { redirectUri, sessionId }: ReturnTarget,
  invitationOutcome: InvitationOutcome,
): string {
  const address = new URL(redirectUri)
  const parameters = { ...invitationOutcome, ...(sessionId !== undefined && { sessionId }) }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return address.href
}
