import type { User } from '#contract/account.ts'

/** The password of every account of the demo. Specification 18.2. */
export const demoPassword = 'demo-password'

export const emails = { owner: 'owner@example.com', viewer: 'viewer@example.com', newcomer: 'new@example.com' } as const

export function ownerOf(sub: string): User {
  return {
    sub,
    email: emails.owner,
    firstName: 'Olivia',
    lastName: 'Berger',
    contactEmail: emails.owner,
    contactPhone: '15112345678',
    phoneCountryCode: 'DE',
    country: 'DE',
  }
}

export function viewerOf(sub: string): User {
  return {
    sub,
    email: emails.viewer,
    firstName: 'Victor',
    lastName: 'Lang',
    contactEmail: emails.viewer,
    contactPhone: '15187654321',
    phoneCountryCode: 'DE',
    country: 'DE',
  }
}
