import { noticeList, unreadNoticeCount } from './notices.ts'
import type { Endpoint } from './endpoint.ts'

/** The paths of /api/2 about notices. Specification 13. */
export const noticeApi = {
  listNotices: { method: 'GET', path: '/api/2/notices', access: 'token', answer: noticeList },
  readNotices: { method: 'PATCH', path: '/api/2/notices', access: 'token', answer: unreadNoticeCount },
} as const satisfies Record<string, Endpoint>
