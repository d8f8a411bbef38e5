const ids = new Set<string>()

/** The appliances that were added since the page was loaded, and whose success has not been left yet. */
export const justConnected = {
  has: (id: string): boolean => ids.has(id),
  add: (id: string): void => void ids.add(id),
  remove: (id: string): void => void ids.delete(id),
}
