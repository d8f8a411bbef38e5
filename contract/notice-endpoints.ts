import { noticeQuery, noticesToMarkAsRead } from './notices.ts'
import { noticeApi } from './notice-api.ts'
import { addInputs } from './endpoint.ts'

/** The endpoints of `noticeApi` with the inputs and refusals that only the server needs. Specification 13. */
export const noticeEndpoints = addInputs(noticeApi, {
  listNotices: { query: noticeQuery },
  readNotices: { body: noticesToMarkAsRead },
})
