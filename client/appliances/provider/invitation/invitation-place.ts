import { type Company, isInForce } from '#contract/provider.ts'
import { selectAppliances, type WithAppliances } from '../../appliances-state.ts'
import type { WithInvitation } from '../../invitation-slice.ts'

/** Behind the address of the list: opens the invitation where it can be answered. */
export const invitationHash = '#invitation'

/** The appliance for which an invitation can be answered: the first of the person's own that still lacks a provider. */
export function selectInvitationPlace(state: WithAppliances): string | undefined {
  return selectAppliances(state).find(({ service }) => isOpen(service))?.id
}

/** The company that invites, where it was added already and no other appliance waits for it. */
export function selectAddedInviter(state: WithAppliances & WithInvitation): Company | undefined {
  const { invitation } = state
  if (invitation.kind !== 'invited' || selectInvitationPlace(state) !== undefined) return undefined
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
