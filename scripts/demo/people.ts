import type { User } from '#contract/account.ts'

/** The password of every account of the demo. Specification 18.2. */
export const demoPassword = 'demo-password'

export const demoEmails = {
  owner: 'owner@example.com',
  viewer: 'viewer@example.com',
  newcomer: 'new@example.com',
} as const

export function createDemoOwner(sub: string): User {
  return {
    sub,
    email: demoEmails.owner,
    firstName: 'Olivia',
    lastName: 'Berger',
    contactEmail: demoEmails.owner,
    contactPhone: '15112345678',
    phoneCountryCode: 'DE',
    country: 'DE',
  }
}

export function createDemoViewer(sub: string): User {
  return {
    sub,
    email: demoEmails.viewer,
    firstName: 'Victor',
    lastName: 'Lang',
    contactEmail: demoEmails.viewer,
    contactPhone: '15187654321',
    phoneCountryCode: 'DE',
    country: 'DE',
  }
}
