import { matchesPattern } from './path-pattern.ts'

/** The paths of the page, a segment that starts with a colon standing for any one. Specification 2.1. */
export const pagePaths = [
  '/',
  '/auth-failed',
  '/auth-complete',
  '/auth-expired',
  '/unauthorized',
  '/info',
  '/error',
  '/policies/:lang/:country/:pagePath',
  '/appliances',
  '/appliances/add',
  '/appliances/:gatewayId/data-export',
  '/invite',
  '/external',
  '/controller',
  '/accept-tos',
  '/external-accept-tos',
  '/account',
  '/account-add',
] as const

/** Whether a path, without its query, is one that the page knows; any other shows 'Page not found'. */
export function isPagePath(path: string): boolean {
  return pagePaths.some((page) => matchesPattern(page, path))
}
