import { selectAppliances, type WithAppliances } from '../../select.ts'

/** Behind the address of the list: opens the invitation where it can be answered. */
export const invitationHash = '#invitation'

/** The appliance for which an invitation can be answered: the first of the person's own that still lacks a provider. */
export function selectInvitationPlace(state: WithAppliances): string | undefined {
  return selectAppliances(state).find(({ service }) => isOpen(service))?.id
}

type Service = ReturnType<typeof selectAppliances>[number]['service']

function isOpen({ canEditContract, address, provider }: Service): boolean {
  return canEditContract && address !== null && (provider === null || provider.connectionStatus === 'DECLINED')
}
