import { loadUser, selectIsComplete, selectUser } from '#client/account/account-slice.ts'
import type { Failure } from '#client/api.ts'
import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { selectAppliance, selectHowMany } from '#client/appliances/state/appliances-state.ts'
import { invitationOfQuery, invitationReceived } from '#client/appliances/state/invitation-slice.ts'
import type { Arrival, GuardAnswer } from '#client/router/route.ts'
import { loginPath, selectIsLetIn, type Session } from '#client/sign-in/session.ts'
import { acceptPath, loadTermsStatus, selectIsAccepted, termsAsked } from '#client/terms/terms-slice.ts'
import { type ListPreparationDependencies, prepareList } from './list-preparation.ts'
import type { State, Store } from './store.ts'

export type GuardDependencies = ListPreparationDependencies & {
  session: Session
  /** The current address of the page, as `location.href`. */
  address(): string
  /** The language of the page. */
  language(): string
  /** Whether the browser blocks cookies, which makes a sign-in impossible. */
  areCookiesRefused(): boolean
}

type ArrivalAt = Pick<Arrival, 'url'>

export type Guards = ReturnType<typeof createGuards>

/** Creates the guards of the routes. Specification 2.1. */
export function createGuards(dependencies: GuardDependencies) {
  const { session, store, address, language, areCookiesRefused } = dependencies
  /** Guards parent and child in parallel; the child waits for the result of the parent. */
  let entering: Promise<GuardAnswer> = Promise.resolve(null)

  /** Requires a session; otherwise redirects to the sign-in, which returns here. */
  async function signedIn({ url }: ArrivalAt): Promise<GuardAnswer> {
    if (selectIsLetIn(store.getState())) return null
    const token = await session.token()
    if (token !== null) return null
    // Explains the reason instead of a sign-in that could not return to the portal.
    return areCookiesRefused() ? { to: '/auth-failed' } : { to: loginPath(pathOf(url), language()), reloads: true }
  }

  function leadToTerms({ url }: ArrivalAt): GuardAnswer {
    store.dispatch(termsAsked(pathOf(url)))
    return { to: acceptPath('/accept-tos', `${url} ${address()}`) }
  }

  /** Requires session and accepted terms, for the page that completes the account. */
  async function passTerms(arrival: ArrivalAt): Promise<GuardAnswer> {
    const elsewhere = (await signedIn(arrival)) ?? (hasPassed(store.getState()) ? null : await readStanding(store))
    if (elsewhere) return elsewhere
    return hasPassed(store.getState()) ? null : leadToTerms(arrival)
  }

  /** Requires session, accepted terms and a complete account. */
  async function passAccount(arrival: ArrivalAt): Promise<GuardAnswer> {
    const elsewhere = await passTerms(arrival)
    if (elsewhere) return elsewhere
    return selectIsComplete(store.getState()) ? null : { to: '/account-add' }
  }

  async function loadList(arrival: ArrivalAt): Promise<GuardAnswer> {
    const elsewhere = await passAccount(arrival)
    if (elsewhere) return elsewhere
    const hasCount = selectHowMany(store.getState()) !== 'unknown'
    const loading = store.dispatch(loadAppliances())
    // Shows the previous list again, with its age.
    if (hasCount && store.getState().network === 'offline') return null
    const loaded = await loading
    return loadAppliances.rejected.match(loaded) && !hasCount ? redirectAfter(loaded.payload) : null
  }

  /** Enters the appliance area: requires session, accepted terms, complete account and a loaded list. */
  function enterAppliances(arrival: ArrivalAt): Promise<GuardAnswer> {
    entering = loadList(arrival)
    return entering
  }

  /** Reads the list for a page that works without it: missing terms or account do not redirect. */
  async function loadAppliancesInBackground(): Promise<void> {
    if (selectHowMany(store.getState()) !== 'unknown' || (await session.token()) === null) return
    await readStanding(store)
    if (hasPassed(store.getState())) await store.dispatch(loadAppliances())
  }

  return {
    signedIn,
    /** Requires session and user. */
    async enterInfo(arrival: ArrivalAt): Promise<GuardAnswer> {
      const elsewhere = await signedIn(arrival)
      if (elsewhere || selectUser(store.getState())) return elsewhere
      // Live updates start when the terms are accepted.
      store.dispatch(loadTermsStatus()).catch(() => undefined)
      const loaded = await store.dispatch(loadUser())
      return loadUser.rejected.match(loaded) ? redirectWithoutUser(loaded.payload) : null
    },
    enterAppliances,
    /** Stores the company of an invitation, before any other guard. */
    keepInvitation({ url }: ArrivalAt): void {
      const invitation = invitationOfQuery(new URL(url).searchParams)
      if (invitation.kind === 'invited') store.dispatch(invitationReceived(invitation))
    },
    /** Redirects to the add page if there are no appliances, and loads the additional code for long lists. */
    async someAppliances(): Promise<GuardAnswer> {
      const elsewhere = await entering
      if (elsewhere) return elsewhere
      await prepareList(dependencies)
      return selectHowMany(store.getState()) === 'none' ? { to: '/appliances/add' } : null
    },
    /** Requires that the appliance is in the list. */
    async listedAppliance(id = ''): Promise<GuardAnswer> {
      const elsewhere = await entering
      if (elsewhere) return elsewhere
      return selectAppliance(store.getState(), id) ? null : { to: '/not-found' }
    },
    /** Public; a signed-in person can choose an appliance there once the list is loaded. */
    enterHelp(): null {
      loadAppliancesInBackground().catch(() => undefined)
      return null
    },
    enterAccount: passAccount,
    enterAccountAdd: passTerms,
    /** Requires session; redirects if terms and country are complete. */
    async enterTerms(arrival: ArrivalAt): Promise<GuardAnswer> {
      const elsewhere = (await signedIn(arrival)) ?? (await readStanding(store))
      if (elsewhere) return elsewhere
      const state = store.getState()
      return hasPassed(state) ? { to: state.terms.wanted } : null
    },
  }
}

async function readStanding(store: Store): Promise<GuardAnswer> {
  const [user, status] = await Promise.all([store.dispatch(loadUser()), store.dispatch(loadTermsStatus())])
  if (loadUser.rejected.match(user)) return redirectWithoutUser(user.payload)
  return loadTermsStatus.rejected.match(status) ? redirectWithoutUser(status.payload) : null
}

/** Whether the person has accepted the terms, no update is pending, and a country is set. Specification 4.14. */
export function hasPassed(state: State): boolean {
  return selectIsAccepted(state) && selectUser(state)?.country !== undefined
}

/** The redirect for a failure to read the user or the terms, without which nothing can be shown. Specification 7. */
function redirectWithoutUser(failure: Failure | undefined): GuardAnswer {
  return { to: failure?.kind === 'unauthenticated' ? '/unauthorized' : '/error' }
}

/** Redirects to the error page, unless the failure already leads to the sign-in or to the terms. */
function redirectAfter(failure: Failure | undefined): GuardAnswer {
  return failure?.kind === 'unauthenticated' || failure?.kind === 'terms' ? null : { to: '/error' }
}

function pathOf(url: string): string {
  const { pathname, search, hash } = new URL(url)
  return `${pathname}${search}${hash}`
}
