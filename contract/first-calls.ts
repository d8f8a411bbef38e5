const user = '/api/2/users/me'
const terms = '/api/2/tos/status'

/**
 * Returns the addresses of the API requests that a page sends before its main script runs, in this order. Returns an
 * empty list for public and rarely opened routes. Specification 2.1 and 7.2.
 */
export function listFirstCalls(path: string, brandId: string): string[] {
  if (path === '/' || path === '/invite' || /^\/appliances(?:\/|$)/u.test(path)) {
    return [user, terms, `/api/2/connections?brand=${encodeURIComponent(brandId)}`]
  }
  return path === '/account' || path === '/account-add' ? [user, terms] : []
}

/** The id of the element in the page's HTML that has {@link FirstAnswersByUrl} as JSON. */
export const firstAnswersId = 'first-answers'

/** The answers of the API to the first requests of a page, by address. The server sends them in the page's HTML. */
export type FirstAnswersByUrl = Readonly<Record<string, unknown>>
