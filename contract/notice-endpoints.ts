import { noticeQuery, noticesRead } from './notices.ts'
import { noticeApi } from './notice-api.ts'
import { afterTerms, type ServedEndpoint } from './endpoint.ts'

/** The endpoints of `noticeApi` with the inputs and refusals that only the server needs. Specification 13. */
export const noticeEndpoints = {
  listNotices: { ...noticeApi.listNotices, ...afterTerms, query: noticeQuery },
  readNotices: { ...noticeApi.readNotices, ...afterTerms, body: noticesRead },
} as const satisfies Record<keyof typeof noticeApi, ServedEndpoint>
