import { redirect, redirectDocument } from 'react-router'
import { loadUser } from '#client/account/account-slice.ts'
import { loadAppliances } from '#client/appliances/appliance-calls.ts'
import { invitationOf, invitationReceived } from '#client/appliances/invitation-slice.ts'
import { selectAppliance, selectHowMany } from '#client/appliances/select.ts'
import { loginPath } from '#client/sign-in/login-path.ts'
import type { Session } from '#client/sign-in/session.ts'
import type { Store } from './store.ts'

export type GuardParts = { session: Session; store: Store }

type Request = { request: { url: string } }

/** What runs before a route is shown. Specification 2.1. */
export type Guards = {
  /** Only for those who are signed in; the others are sent to sign in and come back. */
  signedIn(arrival: Request): Promise<null>
  /** Enters the appliance area: signed in, and the list loaded. */
  enterAppliances(arrival: Request): Promise<null>
  /** Keeps the company of an invitation, before any other guard. */
  keepInvitation(arrival: Request): void
  /** Those who have no appliances go to add one. */
  someAppliances(): Promise<null>
  /** Only an appliance of the list has pages of its own. */
  knownAppliance(id: string | undefined): Promise<null>
  enterAccount(arrival: Request): Promise<null>
}

export function createGuards({ session, store }: GuardParts): Guards {
  /** The parent and its child are guarded at the same time; the child waits for what the parent has begun. */
  let entering: Promise<null> = Promise.resolve(null)

  async function signedIn({ request }: Request): Promise<null> {
    const token = await session.token()
    if (token === null) throw redirectDocument(loginPath(pathOf(request.url)))
    return null
  }

  async function loadList(arrival: Request): Promise<null> {
    await signedIn(arrival)
    const loaded = await store.dispatch(loadAppliances())
    if (loadAppliances.rejected.match(loaded) && !hasOwnScreen(loaded.payload?.kind)) throw redirect('/error')
    return null
  }

  function enterAppliances(arrival: Request): Promise<null> {
    entering = loadList(arrival)
    return entering
  }

  return {
    signedIn,
    enterAppliances,
    keepInvitation({ request }) {
      const invitation = invitationOf(new URL(request.url).searchParams.get('companyId'))
      if (invitation.kind === 'invited') store.dispatch(invitationReceived(invitation))
    },
    async someAppliances() {
      await entering
      if (selectHowMany(store.getState()) === 'none') throw redirect('/appliances/add')
      return null
    },
    async knownAppliance(id = '') {
      await entering
      if (!selectAppliance(store.getState(), id)) throw redirect('/not-found')
      return null
    },
    async enterAccount(arrival) {
      await signedIn(arrival)
      const loaded = await store.dispatch(loadUser())
      if (loadUser.rejected.match(loaded) && !hasOwnScreen(loaded.payload?.kind)) throw redirect('/error')
      return null
    },
  }
}

/** Failures that already lead to the sign-in or to the terms. */
function hasOwnScreen(kind: string | undefined): boolean {
  return kind === 'unauthenticated' || kind === 'terms'
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}
