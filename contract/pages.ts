import type { NoticeEvent } from './notices.ts'
import { matchesPathPattern } from './path-pattern.ts'

/** The paths of the pages. A segment with a leading colon matches any segment. Specification 2.1. */
export const pagePaths = [
  '/',
  '/auth-failed',
  '/auth-complete',
  '/auth-expired',
  '/unauthorized',
  '/info',
  '/help',
  '/help/accessibility',
  '/receipts',
  '/error',
  '/policies/:lang/:country/:pagePath',
  '/appliances',
  '/appliances/add',
  '/takeover',
  '/takeover/:takeoverId',
  '/appliances/:gatewayId/data-export',
  '/appliances/:gatewayId/history',
  '/appliances/:gatewayId/faults/:code',
  '/appliances/:gatewayId/access',
  '/appliances/:gatewayId/handover',
  '/invite',
  '/join/:token',
  '/share/:requestId',
  '/developers',
  '/external',
  '/controller',
  '/accept-tos',
  '/external-accept-tos',
  '/account',
  '/account-add',
  '/notices',
] as const

/**
 * Whether a path (without query) belongs to one of the pages. For any other path, the portal shows 'Page not found'.
 */
export function isPagePath(path: string): boolean {
  return pagePaths.some((page) => matchesPathPattern(page, path))
}

export function dataExportPath(applianceId: string): string {
  return `/appliances/${applianceId}/data-export`
}

export function accessPath(applianceId: string): string {
  return `/appliances/${applianceId}/access`
}

export function handoverPath(applianceId: string): string {
  return `/appliances/${applianceId}/handover`
}

/** The path of the page that starts a takeover. */
export const newTakeoverPath = '/takeover'

export function takeoverPath(takeoverId: string): string {
  return `/takeover/${takeoverId}`
}

export function historyPath(applianceId: string): string {
  return `/appliances/${applianceId}/history`
}

export function faultPath(applianceId: string, code: string): string {
  return `/appliances/${applianceId}/faults/${encodeURIComponent(code)}`
}

/** The path of the notice settings, a section of the account page. */
export const noticeSettingsPath = '/account#notices'

/** The path of the section where a person enters the code that confirms the contact email. */
export const emailConfirmationPath = '/account#email'

/** The path of the section with the data about the person. */
export const personalDataPath = '/account#data'

/** The path of the section that deletes the account. */
export const accountDeletionPath = '/account#delete'

/** The path of the page for the link of an invitation or a hand-over. Specification 26.5. */
export function joinPagePath(token: string): string {
  return `/join/${token}`
}

/**
 * The path of the page that a notice opens. `applianceId` is null if the notice is not about an appliance.
 * Specification 23.6.
 */
export function noticePath(event: NoticeEvent, applianceId: string | null): string {
  switch (event.kind) {
    case 'fault-began':
    case 'warning-lasts':
    case 'fault-recurs':
    case 'fault-ended':
      return event.code === null || applianceId === null ? '/appliances' : faultPath(applianceId, event.code)
    case 'export-ready':
    case 'export-expires':
    case 'export-failed':
      return applianceId === null ? personalDataPath : dataExportPath(applianceId)
    case 'ownership-ended':
      return personalDataPath
    case 'access-given':
    case 'access-ends':
    case 'access-ended':
    case 'takeover-asked':
    case 'access-requested':
    case 'handover-declined':
    case 'handover-expired':
    case 'link-undeliverable':
      return applianceId === null ? '/appliances' : accessPath(applianceId)
    case 'program-decided':
    case 'webhooks-failing':
      return '/developers'
    case 'takeover-ended':
      return takeoverPath(event.takeoverId)
    case 'new-browser':
    case 'contact-email-changed':
    case 'sessions-ended':
    case 'account-deleted':
    case 'account-restored':
      return '/account'
    case 'notice-settings-changed':
    case 'push-browser-added':
    case 'push-browser-removed':
    case 'emails-turned-off':
    case 'mail-undeliverable':
    case 'mail-limit':
      return noticeSettingsPath
    case 'offline':
    case 'back-online':
    case 'contract-answered':
    case 'consent-changed':
    case 'own-access-changed':
    case 'own-access-ends':
    case 'own-access-ended':
    case 'request-accepted':
    case 'request-declined':
    case 'ownership-begun':
    case 'owner-changed':
      return '/appliances'
  }
}
