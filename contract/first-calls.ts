const user = '/api/2/users/me'
const terms = '/api/2/tos/status'

/**
 * The API addresses that the page reads before it shows the route at `path`, in their order. Public routes need none.
 * Specification 2.1 and 7.2.
 */
export function firstCallsOf(path: string, brandId: string): string[] {
  if (path === '/' || path === '/invite' || /^\/appliances(?:\/|$)/u.test(path)) {
    return [user, terms, `/api/2/connections?brand=${encodeURIComponent(brandId)}`]
  }
  return path === '/account' || path === '/account-add' ? [user, terms] : []
}

/** The id of the element in the document with {@link AnswersOfDocument} as JSON. */
export const firstAnswersId = 'first-answers'

/** The API's answers to the first calls of a page, by address, sent with the document. */
export type AnswersOfDocument = Readonly<Record<string, unknown>>
