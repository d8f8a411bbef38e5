import {
  emailStatus,
  noticeSettingsAnswer,
  pushBrowserList,
  pushEndpointBody,
  pushSubscriptionsPath,
} from './notice-settings.ts'
import type { Endpoint } from './endpoint.ts'

/** The paths of /api/2 about notice settings: choices, browsers and email address. Specification 13. */
export const noticeSettingsApi = {
  readNoticeSettings: { method: 'GET', path: '/api/2/notices/settings', access: 'token', answer: noticeSettingsAnswer },
  changeNoticeSettings: {
    method: 'PUT',
    path: '/api/2/notices/settings',
    access: 'token',
    answer: noticeSettingsAnswer,
  },
  addPushSubscription: { method: 'POST', path: pushSubscriptionsPath, access: 'token', answer: pushEndpointBody },
  listPushSubscriptions: { method: 'GET', path: pushSubscriptionsPath, access: 'token', answer: pushBrowserList },
  removePushBrowser: { method: 'DELETE', path: `${pushSubscriptionsPath}/:id`, access: 'token', answer: null },
  removePushSubscription: { method: 'DELETE', path: pushSubscriptionsPath, access: 'token', answer: null },
  verifyEmail: { method: 'POST', path: '/api/2/users/me/email-verification', access: 'token', answer: emailStatus },
} as const satisfies Record<string, Endpoint>
