import type { ShownText } from '#contract/consent-text.ts'
import { sharingApi } from '#contract/sharing-api.ts'
import type { SharingQuestion } from '#contract/sharing.ts'
import { createCallThunk } from '#client/call-thunk.ts'

/** Reads the request of a third party for data of a person's appliances. */
export const loadSharing = createCallThunk<SharingQuestion, string>('sharing/load', async (requestId, { call }) =>
  call(sharingApi.readSharing, { params: { requestId } }),
)

export type SharingDecision = {
  requestId: string
  accept: boolean
  connectionIds: string[]
  /** The text that was shown; undefined if the browser cannot compute its digest. */
  shown: ShownText | undefined
}

/** Sends the person's answer. Returns the URL at which the browser continues. */
export const answerSharing = createCallThunk<string, SharingDecision>(
  'sharing/answer',
  async ({ requestId, shown, ...decision }, { call }) => {
    const body = { ...decision, ...(shown && { shown }) }
    const { continueUrl } = await call(sharingApi.answerSharing, { params: { requestId }, body })
    return continueUrl
  },
)
