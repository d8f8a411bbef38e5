import { takeoverApi } from '#contract/takeover-api.ts'
import type { Takeover, TakeoverRequestBody } from '#contract/takeover.ts'
import type { ApiCall } from '#client/api-call.ts'
import { createCommand, confirmDeletionIfGone } from '#client/command.ts'

/** Whether a takeover has ended, with or without success. */
export function hasTakeoverEnded({ step }: Pick<Takeover, 'step'>): boolean {
  return step === 'done' || step === 'over'
}

/** Starts a takeover. If the answer is lost, the app searches for an open takeover of the person. */
export const beginTakeover = createCommand<Takeover, TakeoverRequestBody>('takeover/start', {
  send: async (body, { call }, { key }) => call(takeoverApi.startTakeover, { body, key }),
  find: async (_, { call }) => {
    const open = await findOpenTakeover(call)
    return open && { result: open }
  },
})

/** Reads the person's open takeover, which may have started on another device; null if there is none. */
export async function findOpenTakeover(call: ApiCall): Promise<Takeover | null> {
  const { items } = await call(takeoverApi.listTakeovers)
  return items.find((one) => !hasTakeoverEnded(one)) ?? null
}

export const cancelOwnTakeover = createCommand<void, string>('takeover/cancel', {
  send: async (takeoverId, { call }) => call(takeoverApi.cancelTakeover, { params: { takeoverId } }),
  find: async (takeoverId, { call }) =>
    confirmDeletionIfGone(hasTakeoverEnded(await call(takeoverApi.readTakeover, { params: { takeoverId } }))),
})
