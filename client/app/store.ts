import { combineReducers, configureStore, type Middleware, type Reducer } from '@reduxjs/toolkit'
import { accountSlice } from '#client/account/account-slice.ts'
import type { CallDependencies } from '#client/call-thunk.ts'
import { freshnessSlice } from '#client/appliances/state/freshness.ts'
import { appliancesSlice } from '#client/appliances/state/appliances-slice.ts'
import type { DataExportsState } from '#client/appliances/data-export/data-exports-slice.ts'
import { invitationSlice, type InvitationState } from '#client/appliances/state/invitation-slice.ts'
import { readingsSlice } from '#client/appliances/readings/readings-slice.ts'
import { liveSlice } from '#client/live/live-connection.ts'
import type { NoticesState } from '#client/notices/notices-slice.ts'
import { outcomesSlice } from '#client/outcomes-slice.ts'
import { networkSlice } from '#client/live/network-slice.ts'
import { sessionSlice } from '#client/sign-in/session.ts'
import { termsSlice } from '#client/terms/terms-slice.ts'
import { versionSlice } from './page-version.ts'
import { toastsSlice } from './toasts-slice.ts'

type LateReducers = { dataExports: Reducer<DataExportsState>; notices: Reducer<NoticesState | null> }

function combine({ dataExports, notices }: LateReducers) {
  return combineReducers({
    appliances: appliancesSlice.reducer,
    account: accountSlice.reducer,
    dataExports,
    freshness: freshnessSlice.reducer,
    invitation: invitationSlice.reducer,
    live: liveSlice.reducer,
    network: networkSlice.reducer,
    notices,
    outcomes: outcomesSlice.reducer,
    readings: readingsSlice.reducer,
    session: sessionSlice.reducer,
    terms: termsSlice.reducer,
    toasts: toastsSlice.reducer,
    version: versionSlice.reducer,
  })
}

export type State = ReturnType<ReturnType<typeof combine>>

/**
 * The number of actions that the Redux tools of the browser store. Specification 3: state history is kept to 25
 * entries.
 */
const historyLength = 25

export type StoreDependencies = {
  calls: CallDependencies
  listeners: { middleware: Middleware }
  invitation: InvitationState
}

/** Creates the store. Its methods `addDataExports` and `addNotices` add the reducers of parts that are loaded later. */
export function createStore({ calls, listeners, invitation }: StoreDependencies) {
  const dataExports = createLateReducer<DataExportsState>({})
  const notices = createLateReducer<NoticesState | null>(null)
  const store = configureStore({
    reducer: combine({ dataExports: dataExports.reducer, notices: notices.reducer }),
    preloadedState: { invitation },
    middleware: (defaults) => defaults({ thunk: { extraArgument: calls } }).prepend(listeners.middleware),
    devTools: { maxAge: historyLength },
  })
  return Object.assign(store, { addDataExports: dataExports.fill, addNotices: notices.fill })
}

export type Store = ReturnType<typeof createStore>
export type Dispatch = Store['dispatch']

/** A reducer whose code loads later. `reducer` returns the state unchanged until `fill` sets the loaded reducer. */
type LateReducer<S> = { reducer: Reducer<S>; fill(loaded: Reducer<S>): void }

function createLateReducer<S>(initial: S): LateReducer<S> {
  let current: Reducer<S> = (state = initial) => state
  return {
    reducer: (state, action) => current(state, action),
    fill: (reducer) => {
      current = reducer
    },
  }
}
