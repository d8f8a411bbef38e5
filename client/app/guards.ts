import { redirect, redirectDocument } from 'react-router'
import { loadUser, selectIsComplete, selectUser } from '#client/account/account-slice.ts'
import type { Failure } from '#client/api.ts'
import { loadAppliances } from '#client/appliances/appliance-calls.ts'
import { selectAppliance, selectHowMany } from '#client/appliances/appliances-state.ts'
import { invitationOfQuery, invitationReceived } from '#client/appliances/invitation-slice.ts'
import { loginPath, type Session } from '#client/sign-in/session.ts'
import { acceptPath, loadTermsStatus, selectIsAccepted, termsAsked } from '#client/terms/terms-slice.ts'
import type { State, Store } from './store.ts'

export type GuardParts = {
  session: Session
  store: Store
  /** The address of the page as it stands, as in `location.href`. */
  address(): string
  /** The language of the page. */
  language(): string
}

/** Where a guard sends people; null lets them in. */
export type GuardAnswer = Response | null

type Request = { request: { url: string } }

export type Guards = ReturnType<typeof createGuards>

/** What runs before a route is shown. Specification 2.1. */
export function createGuards({ session, store, address, language }: GuardParts) {
  /** The parent and its child are guarded at the same time; the child waits for what the parent has begun. */
  let entering: Promise<GuardAnswer> = Promise.resolve(null)

  /** Only for those who are signed in; the others are sent to sign in and come back. */
  async function signedIn({ request }: Request): Promise<GuardAnswer> {
    const token = await session.token()
    return token === null ? redirectDocument(loginPath(pathOf(request.url), language())) : null
  }

  async function readStanding(): Promise<GuardAnswer> {
    const [user, status] = await Promise.all([store.dispatch(loadUser()), store.dispatch(loadTermsStatus())])
    if (loadUser.rejected.match(user)) return wayWithoutUser(user.payload)
    return loadTermsStatus.rejected.match(status) ? wayWithoutUser(status.payload) : null
  }

  function leadToTerms({ request }: Request): GuardAnswer {
    store.dispatch(termsAsked(pathOf(request.url)))
    return redirect(acceptPath('/accept-tos', `${request.url} ${address()}`))
  }

  /** Signed in and terms accepted: the account is completed here. */
  async function passTerms(arrival: Request): Promise<GuardAnswer> {
    const elsewhere = (await signedIn(arrival)) ?? (hasPassed(store.getState()) ? null : await readStanding())
    if (elsewhere) return elsewhere
    return hasPassed(store.getState()) ? null : leadToTerms(arrival)
  }

  /** Signed in, terms accepted and the account complete. */
  async function passAccount(arrival: Request): Promise<GuardAnswer> {
    const elsewhere = await passTerms(arrival)
    if (elsewhere) return elsewhere
    return selectIsComplete(store.getState()) ? null : redirect('/account-add')
  }

  async function loadList(arrival: Request): Promise<GuardAnswer> {
    const elsewhere = await passAccount(arrival)
    if (elsewhere) return elsewhere
    const isKnown = selectHowMany(store.getState()) !== 'unknown'
    const loading = store.dispatch(loadAppliances())
    // What was shown before is shown again, and says how old it is.
    if (isKnown && store.getState().live.kind === 'offline') return null
    const loaded = await loading
    return loadAppliances.rejected.match(loaded) && !isKnown ? wayAfter(loaded.payload) : null
  }

  /** Enters the appliance area: signed in, terms accepted, account complete, and the list loaded. */
  function enterAppliances(arrival: Request): Promise<GuardAnswer> {
    entering = loadList(arrival)
    return entering
  }

  return {
    signedIn,
    /** Signed in, and the user known. */
    async enterInfo(arrival: Request): Promise<GuardAnswer> {
      const elsewhere = await signedIn(arrival)
      if (elsewhere || selectUser(store.getState())) return elsewhere
      const loaded = await store.dispatch(loadUser())
      return loadUser.rejected.match(loaded) ? wayWithoutUser(loaded.payload) : null
    },
    enterAppliances,
    /** Keeps the company of an invitation, before any other guard. */
    keepInvitation({ request }: Request): void {
      const invitation = invitationOfQuery(new URL(request.url).searchParams)
      if (invitation.kind === 'invited') store.dispatch(invitationReceived(invitation))
    },
    /** Those who have no appliances go to add one. */
    async someAppliances(): Promise<GuardAnswer> {
      const elsewhere = await entering
      if (elsewhere) return elsewhere
      return selectHowMany(store.getState()) === 'none' ? redirect('/appliances/add') : null
    },
    /** Only an appliance of the list has pages of its own. */
    async knownAppliance(id = ''): Promise<GuardAnswer> {
      const elsewhere = await entering
      if (elsewhere) return elsewhere
      return selectAppliance(store.getState(), id) ? null : redirect('/not-found')
    },
    enterAccount: passAccount,
    enterAccountAdd: passTerms,
    /** Signed in, with terms or a country still to come; the others go on. */
    async enterTerms(arrival: Request): Promise<GuardAnswer> {
      const elsewhere = (await signedIn(arrival)) ?? (await readStanding())
      if (elsewhere) return elsewhere
      const state = store.getState()
      return hasPassed(state) ? redirect(state.terms.wanted) : null
    },
  }
}

/** Specification 4.14: accepted, no update pending, and a country. */
function hasPassed(state: State): boolean {
  return selectIsAccepted(state) && selectUser(state)?.country !== undefined
}

/** Without user or terms nothing can be shown. Specification 7. */
function wayWithoutUser(failure: Failure | undefined): GuardAnswer {
  return redirect(failure?.kind === 'unauthenticated' ? '/unauthorized' : '/error')
}

/** To the error page, unless the failure leads to the sign-in or to the terms already. */
function wayAfter(failure: Failure | undefined): GuardAnswer {
  return failure?.kind === 'unauthenticated' || failure?.kind === 'terms' ? null : redirect('/error')
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}
