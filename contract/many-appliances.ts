/** A list of at least this many appliances has a summary, its own order and folded cards. Specification 2.6. */
export const longListFrom = 4

/** The attribute of links in the built page that load the additional code for long lists. */
export const longListLinkAttribute = 'data-many'
