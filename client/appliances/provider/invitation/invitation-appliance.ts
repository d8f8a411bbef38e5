import { type Company, isContractInForce } from '#contract/provider.ts'
import { selectAppliances, type WithAppliances } from '#client/appliances/state/appliances-state.ts'
import type { InvitationState, WithInvitation } from '#client/appliances/state/invitation-slice.ts'

/** The fragment of the list's URL that opens the invitation. */
export const invitationHash = '#invitation'

/**
 * Returns the id of the appliance that can accept the invitation. This is the first appliance that the person may edit,
 * with an address and without a contract with a provider in force. After a hand-over, only the appliance of the
 * hand-over can accept it.
 */
export function selectInvitationApplianceId(state: WithAppliances & WithInvitation): string | undefined {
  const { invitation } = state
  return selectAppliances(state).find(({ id, service }) => isOpen(service) && isInvitationForAppliance(invitation, id))
    ?.id
}

/**
 * Whether the invitation may be for this appliance. After a hand-over, the invitation is only for the appliance that
 * was handed over.
 */
export function isInvitationForAppliance(invitation: InvitationState, applianceId: string): boolean {
  return invitation.kind !== 'invited' || [undefined, applianceId].includes(invitation.formerOf)
}

/**
 * Returns the inviting company if an appliance already has this company and no appliance can accept the invitation;
 * otherwise undefined.
 */
export function selectConnectedInviter(state: WithAppliances & WithInvitation): Company | undefined {
  const { invitation } = state
  if (invitation.kind !== 'invited' || selectInvitationApplianceId(state) !== undefined) return undefined
  const services = selectAppliances(state).map(({ service }) => service)
  return services.find((each) => isAdded(each, invitation.companyId))?.provider?.company
}

type Service = ReturnType<typeof selectAppliances>[number]['service']

function isOpen({ canEditContract, address, provider }: Service): boolean {
  return canEditContract && address !== null && (provider === null || !isContractInForce(provider.status))
}

function isAdded({ canEditContract, provider }: Service, companyId: string): boolean {
  return canEditContract && provider?.company.id === companyId && isContractInForce(provider.status)
}
