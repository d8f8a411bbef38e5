import { createAction, createSlice, isFulfilled, isRejected } from '@reduxjs/toolkit'

/** The answer to a command was lost, and reading fails too: the page does not know yet whether it was done. */
export const outcomeUnknown = createAction<{ requestId: string; type: string }>('outcomes/unknown')

/** The commands whose outcome is unknown: their types by their requests. */
export type OutcomesState = Readonly<Record<string, string>>

export type WithOutcomes = { outcomes: OutcomesState }

const initialState: Record<string, string> = {}

/** Specification 8.7. */
export const outcomesSlice = createSlice({
  name: 'outcomes',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(outcomeUnknown, (state, { payload: { requestId, type } }) => {
        state[requestId] = type
      })
      .addMatcher(isSettled, (state, { meta }) => {
        delete state[meta.requestId]
      }),
})

const isSettled = (action: unknown): action is { meta: { requestId: string } } =>
  isFulfilled(action) || isRejected(action)

/** Whether it is unknown what came of a command of this kind. */
export function selectIsUnknown({ outcomes }: WithOutcomes, type: string): boolean {
  return Object.values(outcomes).includes(type)
}
