/**
 * The minimum number of appliances of a long list. A long list has a summary, shows appliances that need attention
 * first, and folds the cards of the others. Specification 2.6.
 */
export const minLongListLength = 4

/** The attribute that marks the `link` elements of the built page that load additional code for long lists. */
export const longListLinkAttribute = 'data-many'
