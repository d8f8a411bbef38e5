import type { ContractStatus } from '#contract/provider.ts'
import type { WayBack } from '../../invitation-slice.ts'

export type Accepted = { gatewayId: string; contractStatus: ContractStatus }

/** Where the owner goes back to, with what came of the invitation. What stands in the address already stays. */
export function wayBackHref({ redirectUri, sessionId }: WayBack, accepted: Accepted): string {
  const address = new URL(redirectUri)
  const told = { ...accepted, ...(sessionId !== undefined && { sessionId }) }
  for (const [name, value] of Object.entries(told)) address.searchParams.set(name, value)
  return address.href
}
