import { createAction, createSlice, isFulfilled, isRejected } from '@reduxjs/toolkit'

/**
 * Dispatched when the answer to a command was lost and the resource cannot be read, so that it is unknown whether the
 * change was made.
 */
export const outcomeUnknown = createAction<{ requestId: string; type: string }>('outcomes/unknown')

/** The types of the commands with an unknown outcome, by request id. */
export type OutcomesState = Readonly<Record<string, string>>

export type WithOutcomes = { outcomes: OutcomesState }

const initialState: Record<string, string> = {}

/** Stores which commands have an unknown outcome. Specification 8.7. */
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

/** Whether a command of this type has an unknown outcome. */
export function selectIsOutcomeUnknown({ outcomes }: WithOutcomes, type: string): boolean {
  return Object.values(outcomes).includes(type)
}
