import { loadUser } from '#client/account/account-slice.ts'
import { signedOut } from '#client/sign-in/session-slice.ts'
import type { EffectParts, Listeners } from './effects.ts'

/** In session storage: whose login this tab has reported. */
const storageKey = 'loginReported'

type LoginParts = Pick<EffectParts, 'report' | 'tabStorage' | 'log'>

/** Reports each login once, not each page that is loaded. Specification 9, "login". */
export function followLogin({ startListening }: Listeners, { report, tabStorage, log }: LoginParts): void {
  startListening({
    actionCreator: loadUser.fulfilled,
    effect: ({ payload: { sub } }) => {
      if (tabStorage.getItem(storageKey) === sub) return
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
