/** From this number of appliances on, the list has a summary, its own order and folded cards. Specification 2.6. */
export const longListFrom = 4

/** The attribute of those links in the built page that load the additional code of long lists. */
export const longListLinkAttribute = 'data-many'
