/** Where a sign-in in `language`, that of the page, begins that comes back to `returnTo`, a path of it with its query. */
export function loginPath(returnTo: string, language: string): string {
  return `/auth/login?${new URLSearchParams({ returnTo, language })}`
}
