import { isFulfilled } from '@reduxjs/toolkit'
import { loadUser, selectUser } from '#client/account/account-slice.ts'
import { loadAppliances } from '#client/appliances/appliance-calls.ts'
import { signedOut } from '#client/sign-in/session.ts'
import type { EffectParts, Listeners } from './effects.ts'

/** In session storage: whose login this tab has reported. */
const storageKey = 'loginReported'

type LoginParts = Pick<EffectParts, 'report' | 'mayReport' | 'tabStorage' | 'log'>

/** Reports each login once, not each page that is loaded; who consents later is reported then. Specification 9.11. */
export function followLogin({ startListening }: Listeners, { report, mayReport, tabStorage, log }: LoginParts): void {
  startListening({
    matcher: isFulfilled(loadUser, loadAppliances),
    effect: (_, { getState }) => {
      const sub = selectUser(getState())?.sub
      if (sub === undefined || tabStorage.getItem(storageKey) === sub || !mayReport()) return
      tabStorage.setItem(storageKey, sub)
      report({ event: 'login', user_id: sub })
    },
  })
  startListening({
    actionCreator: loadUser.rejected,
    effect: ({ payload, error }) => log.warn('The user could not be read', payload ?? error),
  })
  startListening({ actionCreator: signedOut, effect: () => tabStorage.removeItem(storageKey) })
}
