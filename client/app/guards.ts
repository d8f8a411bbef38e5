import { loadUser, selectIsComplete, selectUser } from '#client/account/account-slice.ts'
import type { Failure } from '#client/api.ts'
import { loadAppliances } from '#client/appliances/appliance-calls.ts'
import { selectAppliance, selectAppliances, selectHowMany } from '#client/appliances/appliances-state.ts'
import { invitationOfQuery, invitationReceived } from '#client/appliances/invitation-slice.ts'
import type { Arrival, GuardAnswer } from '#client/router/route.ts'
import { loginPath, selectIsLetIn, type Session } from '#client/sign-in/session.ts'
import { acceptPath, loadTermsStatus, selectIsAccepted, termsAsked } from '#client/terms/terms-slice.ts'
import { manyFrom } from '#contract/many-appliances.ts'
import type { State, Store } from './store.ts'

/** The list is shown after this time, even if fault texts are still loading. */
const preparedWithinMs = 3_000

/** Texts are preloaded for at most this many faults; the person sees only the first ones at once. */
const mostFaults = 10

export type GuardDependencies = {
  session: Session
  store: Store
  /** The address of the page as it stands, as in `location.href`. */
  address(): string
  /** The language of the page. */
  language(): string
  /** Whether the browser blocks cookies, which makes a sign-in impossible. */
  areCookiesRefused(): boolean
  /** Loads the texts of these faults. */
  prepareFaults(codes: readonly string[]): Promise<unknown>
  /** Loads what the list of somebody with many needs. */
  loadMany(): Promise<unknown>
}

type ArrivalAt = Pick<Arrival, 'url'>

export type Guards = ReturnType<typeof createGuards>

/** What runs before a route is shown. Specification 2.1. */
export function createGuards({
  session,
  store,
  address,
  language,
  areCookiesRefused,
  prepareFaults,
  loadMany,
}: GuardDependencies) {
  /** The parent and its child are guarded at the same time; the child waits for what the parent has begun. */
  let entering: Promise<GuardAnswer> = Promise.resolve(null)

  /** Only for those who are signed in; the others are sent to sign in and come back. */
  async function signedIn({ url }: ArrivalAt): Promise<GuardAnswer> {
    if (selectIsLetIn(store.getState())) return null
    const token = await session.token()
    if (token !== null) return null
    // A sign-in could not return to the portal, so the page explains the reason instead.
    return areCookiesRefused() ? { to: '/auth-failed' } : { to: loginPath(pathOf(url), language()), reloads: true }
  }

  async function readStanding(): Promise<GuardAnswer> {
    const [user, status] = await Promise.all([store.dispatch(loadUser()), store.dispatch(loadTermsStatus())])
    if (loadUser.rejected.match(user)) return wayWithoutUser(user.payload)
    return loadTermsStatus.rejected.match(status) ? wayWithoutUser(status.payload) : null
  }

  function leadToTerms({ url }: ArrivalAt): GuardAnswer {
    store.dispatch(termsAsked(pathOf(url)))
    return { to: acceptPath('/accept-tos', `${url} ${address()}`) }
  }

  /** Signed in and terms accepted: the account is completed here. */
  async function passTerms(arrival: ArrivalAt): Promise<GuardAnswer> {
    const elsewhere = (await signedIn(arrival)) ?? (hasPassed(store.getState()) ? null : await readStanding())
    if (elsewhere) return elsewhere
    return hasPassed(store.getState()) ? null : leadToTerms(arrival)
  }

  /** Signed in, terms accepted and the account complete. */
  async function passAccount(arrival: ArrivalAt): Promise<GuardAnswer> {
    const elsewhere = await passTerms(arrival)
    if (elsewhere) return elsewhere
    return selectIsComplete(store.getState()) ? null : { to: '/account-add' }
  }

  async function loadList(arrival: ArrivalAt): Promise<GuardAnswer> {
    const elsewhere = await passAccount(arrival)
    if (elsewhere) return elsewhere
    const isKnown = selectHowMany(store.getState()) !== 'unknown'
    const loading = store.dispatch(loadAppliances())
    // What was shown before is shown again, and says how old it is.
    if (isKnown && store.getState().network === 'offline') return null
    const loaded = await loading
    return loadAppliances.rejected.match(loaded) && !isKnown ? wayAfter(loaded.payload) : null
  }

  /** Enters the appliance area: signed in, terms accepted, account complete, and the list loaded. */
  function enterAppliances(arrival: ArrivalAt): Promise<GuardAnswer> {
    entering = loadList(arrival)
    return entering
  }

  /** Reads the list for a page that can do without it: nobody is led to the terms or to their account for it. */
  async function hearOfAppliances(): Promise<void> {
    if (selectHowMany(store.getState()) !== 'unknown' || (await session.token()) === null) return
    await readStanding()
    if (hasPassed(store.getState())) await store.dispatch(loadAppliances())
  }

  /** Each component loads again whatever did not arrive in time. */
  async function prepareList(): Promise<void> {
    const appliances = selectAppliances(store.getState())
    const codes = new Set(appliances.flatMap(({ fault }) => fault?.code ?? []))
    const parts = [
      ...(appliances.length >= manyFrom ? [loadMany()] : []),
      ...(appliances.some(({ fault }) => fault !== null) ? [prepareFaults([...codes].slice(0, mostFaults))] : []),
    ]
    if (parts.length === 0) return
    await Promise.race([Promise.allSettled(parts), new Promise((resolve) => setTimeout(resolve, preparedWithinMs))])
  }

  return {
    signedIn,
    /** Signed in, and the user known. */
    async enterInfo(arrival: ArrivalAt): Promise<GuardAnswer> {
      const elsewhere = await signedIn(arrival)
      if (elsewhere || selectUser(store.getState())) return elsewhere
      // Live updates start when the terms are accepted.
      store.dispatch(loadTermsStatus()).catch(() => undefined)
      const loaded = await store.dispatch(loadUser())
      return loadUser.rejected.match(loaded) ? wayWithoutUser(loaded.payload) : null
    },
    enterAppliances,
    /** Keeps the company of an invitation, before any other guard. */
    keepInvitation({ url }: ArrivalAt): void {
      const invitation = invitationOfQuery(new URL(url).searchParams)
      if (invitation.kind === 'invited') store.dispatch(invitationReceived(invitation))
    },
    /** Those who have no appliances go to add one; the list of those who have many comes with all of it. */
    async someAppliances(): Promise<GuardAnswer> {
      const elsewhere = await entering
      if (elsewhere) return elsewhere
      await prepareList()
      return selectHowMany(store.getState()) === 'none' ? { to: '/appliances/add' } : null
    },
    /** Only an appliance of the list has pages of its own. */
    async listedAppliance(id = ''): Promise<GuardAnswer> {
      const elsewhere = await entering
      if (elsewhere) return elsewhere
      return selectAppliance(store.getState(), id) ? null : { to: '/not-found' }
    },
    /** Open to everybody. Whoever is signed in may name an appliance there, once the list has come. */
    enterHelp(): null {
      hearOfAppliances().catch(() => undefined)
      return null
    },
    enterAccount: passAccount,
    enterAccountAdd: passTerms,
    /** Signed in, with terms or a country still to come; the others go on. */
    async enterTerms(arrival: ArrivalAt): Promise<GuardAnswer> {
      const elsewhere = (await signedIn(arrival)) ?? (await readStanding())
      if (elsewhere) return elsewhere
      const state = store.getState()
      return hasPassed(state) ? { to: state.terms.wanted } : null
    },
  }
}

/** Specification 4.14: accepted, no update pending, and a country. */
export function hasPassed(state: State): boolean {
  return selectIsAccepted(state) && selectUser(state)?.country !== undefined
}

/** Without user or terms nothing can be shown. Specification 7. */
function wayWithoutUser(failure: Failure | undefined): GuardAnswer {
  return { to: failure?.kind === 'unauthenticated' ? '/unauthorized' : '/error' }
}

/** To the error page, unless the failure leads to the sign-in or to the terms already. */
function wayAfter(failure: Failure | undefined): GuardAnswer {
  return failure?.kind === 'unauthenticated' || failure?.kind === 'terms' ? null : { to: '/error' }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}
