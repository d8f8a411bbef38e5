import type { Claim, ClaimForm } from '#contract/claim.ts'

/** Kinds of gateway a person can choose, with the names on their cases. Specification 2.7. */
export const gatewayChoices = [
  { type: 'rrc1', name: 'CT100' },
  { type: 'rrc2', name: 'CT200' },
  { type: 'icom', name: 'MB Lan' },
] as const

export type GatewayChoice = (typeof gatewayChoices)[number]

/** What is claimed from a filled form. Only gateways of this kind are claimed here; the others in the app. */
export function claimOf({ serialNumber, accessCode, userPassword }: ClaimForm): Pick<Claim, 'type' | 'credentials'> {
  return { type: 'rrc1', credentials: { serial: serialNumber, access: accessCode, userPwd: userPassword } }
}
