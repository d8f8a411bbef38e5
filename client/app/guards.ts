import { loadUser, selectIsAccountComplete, selectUser } from '#client/account/account-slice.ts'
import type { CallFailure } from '#client/api-call.ts'
import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { selectAppliance, selectAppliancePresence } from '#client/appliances/state/appliances-state.ts'
import { parseInvitationQuery, invitationReceived } from '#client/appliances/state/invitation-slice.ts'
import type { NavigationTarget, GuardAnswer } from '#client/router/route.ts'
import { loginPath, selectHasDocumentAnswers, type PageSession } from '#client/sign-in/session.ts'
import { termsPagePath, loadTermsStatus, selectAreTermsAccepted, termsAsked } from '#client/terms/terms-slice.ts'
import { type ListPreloadDependencies, preloadListParts } from './preload-list-parts.ts'
import type { State, Store } from './store.ts'

export type GuardDependencies = ListPreloadDependencies & {
  session: PageSession
  /** Returns the current address of the page, as `location.href`. */
  address(): string
  /** Returns the language of the page. */
  language(): string
  /** Returns whether the browser blocks cookies, which makes a sign-in impossible. */
  areCookiesRefused(): boolean
}

type ArrivalAt = Pick<NavigationTarget, 'url'>

export type RouteGuards = ReturnType<typeof createGuards>

/** Creates the guards of the routes. Specification 2.1. */
export function createGuards(dependencies: GuardDependencies) {
  const { session, store, address, language, areCookiesRefused } = dependencies
  /**
   * The last result of `enterAppliances`. The guards of a parent route and a child route run in parallel; the guard of
   * the child route awaits this result.
   */
  let entryPromise: Promise<GuardAnswer> = Promise.resolve(null)

  /** Requires a session. Without one, redirects to the sign-in, which then returns to this route. */
  async function signedIn({ url }: ArrivalAt): Promise<GuardAnswer> {
    if (selectHasDocumentAnswers(store.getState())) return null
    const token = await session.token()
    if (token !== null) return null
    // If cookies are blocked, redirects to the page that explains this, because a sign-in could not return to the
    // portal.
    return areCookiesRefused() ? { to: '/auth-failed' } : { to: loginPath(pathOf(url), language()), reloads: true }
  }

  function leadToTerms({ url }: ArrivalAt): GuardAnswer {
    store.dispatch(termsAsked(pathOf(url)))
    return { to: termsPagePath('/accept-tos', `${url} ${address()}`) }
  }

  /** Requires a session, accepted terms and a country. */
  async function passTerms(arrival: ArrivalAt): Promise<GuardAnswer> {
    const elsewhere =
      (await signedIn(arrival)) ?? (hasTermsAndCountry(store.getState()) ? null : await readStanding(store))
    if (elsewhere) return elsewhere
    return hasTermsAndCountry(store.getState()) ? null : leadToTerms(arrival)
  }

  /** Requires a session, accepted terms, a country and a complete account. */
  async function passAccount(arrival: ArrivalAt): Promise<GuardAnswer> {
    const elsewhere = await passTerms(arrival)
    if (elsewhere) return elsewhere
    return selectIsAccountComplete(store.getState()) ? null : { to: '/account-add' }
  }

  async function loadList(arrival: ArrivalAt): Promise<GuardAnswer> {
    const elsewhere = await passAccount(arrival)
    if (elsewhere) return elsewhere
    const hasCount = selectAppliancePresence(store.getState()) !== 'unknown'
    const loading = store.dispatch(loadAppliances())
    // Without a network, the page shows the last list again, with its age.
    if (hasCount && store.getState().network === 'offline') return null
    const action = await loading
    return loadAppliances.rejected.match(action) && !hasCount ? redirectAfter(action.payload) : null
  }

  /** Enters the appliance area: requires a session, accepted terms, a country, a complete account and a loaded list. */
  function enterAppliances(arrival: ArrivalAt): Promise<GuardAnswer> {
    entryPromise = loadList(arrival)
    return entryPromise
  }

  return {
    signedIn,
    /** Requires a session and a loaded user. */
    async enterInfo(arrival: ArrivalAt): Promise<GuardAnswer> {
      const elsewhere = await signedIn(arrival)
      if (elsewhere || selectUser(store.getState())) return elsewhere
      // Reads the terms in the background: live updates start only after accepted terms.
      store.dispatch(loadTermsStatus()).catch(() => undefined)
      const action = await store.dispatch(loadUser())
      return loadUser.rejected.match(action) ? redirectWithoutUser(action.payload) : null
    },
    enterAppliances,
    /** Stores the invitation of the URL, if there is one. This must run before any other guard. */
    keepInvitation({ url }: ArrivalAt): void {
      const invitation = parseInvitationQuery(new URL(url).searchParams)
      if (invitation.kind === 'invited') store.dispatch(invitationReceived(invitation))
    },
    /**
     * Redirects to the add page if there are no appliances. Otherwise loads the parts that the list shows
     * immediately.
     */
    async someAppliances(): Promise<GuardAnswer> {
      const elsewhere = await entryPromise
      if (elsewhere) return elsewhere
      await preloadListParts(dependencies)
      return selectAppliancePresence(store.getState()) === 'none' ? { to: '/appliances/add' } : null
    },
    /** Redirects to the not-found page if the appliance is not in the list. */
    async listedAppliance(id = ''): Promise<GuardAnswer> {
      const elsewhere = await entryPromise
      if (elsewhere) return elsewhere
      return selectAppliance(store.getState(), id) ? null : { to: '/not-found' }
    },
    /** Requires nothing. Reads the list in the background, so that a signed-in person can choose an appliance. */
    enterHelp(): null {
      loadAppliancesInBackground(dependencies).catch(() => undefined)
      return null
    },
    enterAccount: passAccount,
    enterAccountAdd: passTerms,
    /** Requires a session. If the terms are accepted and the country is set, redirects to the wanted page. */
    async enterTerms(arrival: ArrivalAt): Promise<GuardAnswer> {
      const elsewhere = (await signedIn(arrival)) ?? (await readStanding(store))
      if (elsewhere) return elsewhere
      const state = store.getState()
      return hasTermsAndCountry(state) ? { to: state.terms.wanted } : null
    },
  }
}

/**
 * Reads the list for a view that also works without the list. Does not redirect if terms, country or account are
 * missing.
 */
async function loadAppliancesInBackground({ store, session }: GuardDependencies): Promise<void> {
  if (selectAppliancePresence(store.getState()) !== 'unknown' || (await session.token()) === null) return
  await readStanding(store)
  if (hasTermsAndCountry(store.getState())) await store.dispatch(loadAppliances())
}

async function readStanding(store: Store): Promise<GuardAnswer> {
  const [user, status] = await Promise.all([store.dispatch(loadUser()), store.dispatch(loadTermsStatus())])
  if (loadUser.rejected.match(user)) return redirectWithoutUser(user.payload)
  return loadTermsStatus.rejected.match(status) ? redirectWithoutUser(status.payload) : null
}

/**
 * Returns whether the person has accepted the terms, no update is pending, and a country is set. Specification 4.14.
 */
export function hasTermsAndCountry(state: State): boolean {
  return selectAreTermsAccepted(state) && selectUser(state)?.country !== undefined
}

/**
 * Returns the redirect after a failed read of the user or the terms, without which the app can show nothing: to the
 * sign-in page or the error page. Specification 7.
 */
function redirectWithoutUser(failure: CallFailure | undefined): GuardAnswer {
  return { to: failure?.kind === 'unauthenticated' ? '/unauthorized' : '/error' }
}

/** Returns the redirect to the error page; null if the failure itself opens the sign-in page or the terms. */
function redirectAfter(failure: CallFailure | undefined): GuardAnswer {
  return failure?.kind === 'unauthenticated' || failure?.kind === 'terms' ? null : { to: '/error' }
}

function pathOf(url: string): string {
  const { pathname, search, hash } = new URL(url)
  return `${pathname}${search}${hash}`
}
