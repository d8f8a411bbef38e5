/** From as many appliances on their list has a summary, an order of its own and folded cards. Specification 2.6. */
export const manyFrom = 4

/** The attribute of those links of the built page that load what a list of many needs beside the cards. */
export const manyLinkMark = 'data-many'
