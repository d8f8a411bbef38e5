import { redirect, redirectDocument } from 'react-router'
import type { Failure } from '#client/api.ts'
import { loadUser } from '#client/account/account-slice.ts'
import { loadAppliances } from '#client/appliances/appliance-calls.ts'
import { invitationOfQuery, invitationReceived } from '#client/appliances/invitation-slice.ts'
import { selectAppliance, selectHowMany } from '#client/appliances/select.ts'
import { loginPath } from '#client/sign-in/login-path.ts'
import type { Session } from '#client/sign-in/session.ts'
import type { Store } from './store.ts'

export type GuardParts = { session: Session; store: Store }

/** Where a guard sends people; null lets them in. */
export type Way = Response | null

type Request = { request: { url: string } }

/** What runs before a route is shown. Specification 2.1. */
export type Guards = {
  /** Only for those who are signed in; the others are sent to sign in and come back. */
  signedIn(arrival: Request): Promise<Way>
  /** Enters the appliance area: signed in, and the list loaded. */
  enterAppliances(arrival: Request): Promise<Way>
  /** Keeps the company of an invitation, before any other guard. */
  keepInvitation(arrival: Request): void
  /** Those who have no appliances go to add one. */
  someAppliances(): Promise<Way>
  /** Only an appliance of the list has pages of its own. */
  knownAppliance(id: string | undefined): Promise<Way>
  enterAccount(arrival: Request): Promise<Way>
}

export function createGuards({ session, store }: GuardParts): Guards {
  /** The parent and its child are guarded at the same time; the child waits for what the parent has begun. */
  let entering: Promise<Way> = Promise.resolve(null)

  async function signedIn({ request }: Request): Promise<Way> {
    const token = await session.token()
    return token === null ? redirectDocument(loginPath(pathOf(request.url))) : null
  }

  async function loadList(arrival: Request): Promise<Way> {
    const elsewhere = await signedIn(arrival)
    if (elsewhere) return elsewhere
    const loaded = await store.dispatch(loadAppliances())
    return loadAppliances.rejected.match(loaded) ? wayAfter(loaded.payload) : null
  }

  function enterAppliances(arrival: Request): Promise<Way> {
    entering = loadList(arrival)
    return entering
  }

  return {
    signedIn,
    enterAppliances,
    keepInvitation({ request }) {
      const invitation = invitationOfQuery(new URL(request.url).searchParams)
      if (invitation.kind === 'invited') store.dispatch(invitationReceived(invitation))
    },
    async someAppliances() {
      const elsewhere = await entering
      if (elsewhere) return elsewhere
      return selectHowMany(store.getState()) === 'none' ? redirect('/appliances/add') : null
    },
    async knownAppliance(id = '') {
      const elsewhere = await entering
      if (elsewhere) return elsewhere
      return selectAppliance(store.getState(), id) ? null : redirect('/not-found')
    },
    async enterAccount(arrival) {
      const elsewhere = await signedIn(arrival)
      if (elsewhere) return elsewhere
      const loaded = await store.dispatch(loadUser())
      return loadUser.rejected.match(loaded) ? wayAfter(loaded.payload) : null
    },
  }
}

/** To the error page, unless the failure leads to the sign-in or to the terms already. */
function wayAfter(failure: Failure | undefined): Way {
  return failure?.kind === 'unauthenticated' || failure?.kind === 'terms' ? null : redirect('/error')
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}
