import type { ApplianceAccess } from '#contract/access.ts'
import { accessApi } from '#contract/access-api.ts'
import { takeoverApi } from '#contract/takeover-api.ts'
import type { Takeover, TakeoverRequestBody } from '#contract/takeover.ts'
import type { CallDependencies } from '#client/call-thunk.ts'
import { createCallThunk } from '#client/call-thunk.ts'
import { createCommand, confirmDeletionIfGone } from '#client/command.ts'

/** Whether a takeover has ended, with or without success. */
export function hasTakeoverEnded({ step }: Pick<Takeover, 'step'>): boolean {
  return step === 'done' || step === 'over'
}

/** Starts a takeover. If the answer is lost, the app searches for an open takeover of the person. */
export const beginTakeover = createCommand<Takeover, TakeoverRequestBody>('takeover/start', {
  send: async (body, { call }, { key }) => call(takeoverApi.startTakeover, { body, key }),
  find: async (_, dependencies) => {
    const open = await findOpen(dependencies)
    return open ? { result: open } : null
  },
})

async function findOpen({ call }: CallDependencies): Promise<Takeover | undefined> {
  const { items } = await call(takeoverApi.listTakeovers)
  return items.find((one) => !hasTakeoverEnded(one))
}

/** Reads the person's open takeover; null if there is none. */
export const loadOpenTakeover = createCallThunk<Takeover | null>(
  'takeover/load-open',
  async (_, dependencies) => (await findOpen(dependencies)) ?? null,
)

export const loadTakeover = createCallThunk<Takeover, string>('takeover/load', async (takeoverId, { call }) =>
  call(takeoverApi.readTakeover, { params: { takeoverId } }),
)

export const cancelOwnTakeover = createCommand<void, string>('takeover/cancel', {
  send: async (takeoverId, { call }) => call(takeoverApi.cancelTakeover, { params: { takeoverId } }),
  find: async (takeoverId, { call }) =>
    confirmDeletionIfGone(hasTakeoverEnded(await call(takeoverApi.readTakeover, { params: { takeoverId } }))),
})

type TakeoverAnswer = { id: string; takeoverId: string; agree: boolean }

/** Sends the answer of the owner, or the objection of a co-owner. */
export const sendTakeoverAnswer = createCommand<void, TakeoverAnswer>('takeover/answer', {
  send: async ({ id, takeoverId, agree }, { call }, { key }) =>
    call(takeoverApi.answerTakeover, { params: { id, takeoverId }, body: { agree }, key }),
  find: async ({ id, takeoverId }, { call }) => {
    const access: ApplianceAccess = await call(accessApi.readAccess, { params: { id } })
    return confirmDeletionIfGone(access.takeover?.id !== takeoverId)
  },
})
