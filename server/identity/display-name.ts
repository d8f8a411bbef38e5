type PersonNames = { firstName: string | null; lastName: string | null }

/**
 * Returns the name that other people see, or null if the person has no name. The email address is never used as a
 * name.
 */
export function displayNameOf({ firstName, lastName }: PersonNames): string | null {
  return [firstName, lastName].filter((part) => part !== null && part !== '').join(' ') || null
}
