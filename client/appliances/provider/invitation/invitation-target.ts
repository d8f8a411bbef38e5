import { type Company, isInForce } from '#contract/provider.ts'
import { selectAppliances, type WithAppliances } from '../../appliances-state.ts'
import type { WithInvitation } from '../../invitation-slice.ts'

/** The fragment of the list's address that opens the invitation. */
export const invitationHash = '#invitation'

/** The appliance that can accept the invitation: the first one that the person owns and that has no provider. */
export function selectInvitationTarget(state: WithAppliances): string | undefined {
  return selectAppliances(state).find(({ service }) => isOpen(service))?.id
}

/** The inviting company, if it was already added and no other appliance lacks a provider. */
export function selectAddedInviter(state: WithAppliances & WithInvitation): Company | undefined {
  const { invitation } = state
  if (invitation.kind !== 'invited' || selectInvitationTarget(state) !== undefined) return undefined
  const services = selectAppliances(state).map(({ service }) => service)
  return services.find((each) => isAdded(each, invitation.companyId))?.provider?.company
}

type Service = ReturnType<typeof selectAppliances>[number]['service']

function isOpen({ canEditContract, address, provider }: Service): boolean {
  return canEditContract && address !== null && (provider === null || !isInForce(provider.status))
}

function isAdded({ canEditContract, provider }: Service, companyId: string): boolean {
  return canEditContract && provider?.company.id === companyId && isInForce(provider.status)
}
