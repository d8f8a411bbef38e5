const user = '/api/2/users/me'
const terms = '/api/2/tos/status'

/**
 * What the page asks of the API before it shows the route at `path`: addresses that it reads, in its order. Public routes
 * need nothing. Specification 2.1 and 7.2.
 */
export function firstCallsOf(path: string, brandId: string): string[] {
  if (path === '/' || path === '/invite' || /^\/appliances(?:\/|$)/u.test(path)) {
    return [user, terms, `/api/2/connections?brand=${encodeURIComponent(brandId)}`]
  }
  return path === '/account' || path === '/account-add' ? [user, terms] : []
}

/** The element of the document that holds {@link AnswersOfDocument}, as JSON. */
export const firstAnswersId = 'first-answers'

/** What the API answers to the first calls of a page, by their addresses: those that the document brings along. */
export type AnswersOfDocument = Readonly<Record<string, unknown>>
