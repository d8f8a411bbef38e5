type PersonNames = { firstName: string | null; lastName: string | null }

/** Returns the name that other people see; null for none. It is never the email address. */
export function shownNameOf({ firstName, lastName }: PersonNames): string | null {
  return [firstName, lastName].filter((part) => part !== null && part !== '').join(' ') || null
}
