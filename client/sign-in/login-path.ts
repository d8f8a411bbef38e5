/** Where a sign-in begins that comes back to `returnTo`, a path of this page with its query. */
export function loginPath(returnTo: string): string {
  return `/auth/login?${new URLSearchParams({ returnTo })}`
}
