import { noticeQuery, noticesRead } from './notices.ts'
import { noticeApi } from './notice-api.ts'
import { afterTerms, type ServedEndpoint } from './endpoint.ts'

/** The paths of `noticeApi` with what comes in and which refusals go out; only the server needs that. Specification 13. */
export const noticeEndpoints = {
  listNotices: { ...noticeApi.listNotices, ...afterTerms, query: noticeQuery },
  readNotices: { ...noticeApi.readNotices, ...afterTerms, body: noticesRead },
} as const satisfies Record<keyof typeof noticeApi, ServedEndpoint>
