import { noticeQuery, noticesToMarkAsRead } from './notices.ts'
import { noticeApi } from './notice-api.ts'
import { termsRequiredDefaults, type ServerEndpoint } from './endpoint.ts'

/** The endpoints of `noticeApi` with the inputs and refusals that only the server needs. Specification 13. */
export const noticeEndpoints = {
  listNotices: { ...noticeApi.listNotices, ...termsRequiredDefaults, query: noticeQuery },
  readNotices: { ...noticeApi.readNotices, ...termsRequiredDefaults, body: noticesToMarkAsRead },
} as const satisfies Record<keyof typeof noticeApi, ServerEndpoint>
