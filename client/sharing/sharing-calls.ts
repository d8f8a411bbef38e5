import { sharingApi } from '#contract/sharing-api.ts'
import type { SharingQuestion } from '#contract/sharing.ts'
import { createCallThunk } from '#client/call-thunk.ts'

/** What a third party asks for. */
export const loadSharing = createCallThunk<SharingQuestion, string>('sharing/load', async (requestId, { call }) =>
  call(sharingApi.readSharing, { params: { requestId } }),
)

export type SharingDecision = { requestId: string; accept: boolean; connectionIds: string[] }

/** Answers the question. Returns the address at which the browser continues. */
export const answerSharing = createCallThunk<string, SharingDecision>(
  'sharing/answer',
  async ({ requestId, ...body }, { call }) => {
    const { continueUrl } = await call(sharingApi.answerSharing, { params: { requestId }, body })
    return continueUrl
  },
)
