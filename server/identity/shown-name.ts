type PersonNames = { firstName: string | null; lastName: string | null }

/** The name that a person shows to others; null for none. Never the email address. */
export function shownNameOf({ firstName, lastName }: PersonNames): string | null {
  return [firstName, lastName].filter((part) => part !== null && part !== '').join(' ') || null
}
