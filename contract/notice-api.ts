import type { Endpoint } from './endpoint.ts'
import { noticeList, noticeQuery, noticesRead, unreadNotices } from './notices.ts'

/** The paths of /api/2 about notices. Specification 13. */
export const noticeApi = {
  listNotices: {
    method: 'GET',
    path: '/api/2/notices',
    access: 'token',
    terms: true,
    params: null,
    query: noticeQuery,
    body: null,
    answer: noticeList,
    refusals: [],
  },
  readNotices: {
    method: 'PATCH',
    path: '/api/2/notices',
    access: 'token',
    terms: true,
    params: null,
    query: null,
    body: noticesRead,
    answer: unreadNotices,
    refusals: [],
  },
} as const satisfies Record<string, Endpoint>
