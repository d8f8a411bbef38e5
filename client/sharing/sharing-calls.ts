import type { ShownTextDigest } from '#contract/consent-text.ts'
import { sharingApi } from '#contract/sharing-api.ts'
import type { SharingConsentRequest } from '#contract/sharing.ts'
import { createCallThunk } from '#client/call-thunk.ts'

/** Reads the request by which a third party asks for data of the person's appliances. */
export const loadSharingRequest = createCallThunk<SharingConsentRequest, string>(
  'sharing/load',
  async (requestId, { call }) => call(sharingApi.readSharing, { params: { requestId } }),
)

export type SharingDecision = {
  requestId: string
  accept: boolean
  connectionIds: string[]
  /** The digest and language of the text that the person saw; undefined if the browser cannot compute the digest. */
  shown: ShownTextDigest | undefined
}

/** Sends the person's answer. Returns the URL to which the browser must go next. */
export const answerSharing = createCallThunk<string, SharingDecision>(
  'sharing/answer',
  async ({ requestId, shown, ...decision }, { call }) => {
    const body = { ...decision, ...(shown && { shown }) }
    const { continueUrl } = await call(sharingApi.answerSharing, { params: { requestId }, body })
    return continueUrl
  },
)
