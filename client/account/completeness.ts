import { emptyMark, type User } from '#contract/account.ts'

const details = ['firstName', 'lastName', 'contactEmail', 'contactPhone', 'phoneCountryCode'] as const

/** Whether an account has all its details. Specification 3.5. */
export function isComplete(user: User): boolean {
  return details.every((name) => isPresent(user[name]))
}

/** A user without what only means empty. Specification 3: the value `--` is treated as absent. */
export function withoutEmptyMarks(user: User): User {
  const present = Object.entries(user).filter(([, value]) => isPresent(value))
  return { ...Object.fromEntries(present), sub: user.sub }
}

function isPresent(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== emptyMark
}
