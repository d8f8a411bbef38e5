const ids = new Set<string>()

/**
 * The ids of the appliances that were added since the app was loaded. An id is removed when the person leaves the
 * message about the claim.
 */
export const idsAddedSinceLoad = {
  has: (id: string): boolean => ids.has(id),
  add: (id: string): void => void ids.add(id),
  remove: (id: string): void => void ids.delete(id),
}
