import type { Endpoint } from '#contract/endpoint.ts'
import { ownPath } from '#contract/return-path.ts'
import { accountFormOpened, loadUser, selectUser } from '#client/account/account-slice.ts'
import type { Failure } from '#client/api.ts'
import { loadAppliances } from '#client/appliances/appliance-calls.ts'
import { editingStarted } from '#client/appliances/appliances-slice.ts'
import { type EditablePart, selectAppliance } from '#client/appliances/appliances-state.ts'
import type { KeptDrafts } from '#client/kept-drafts.ts'
import type { ClientLog } from '#client/logging/client-log.ts'
import type { Entering } from '#client/router/router.ts'
import type { UnauthorizedArrival } from '#client/sign-in/sign-in-pages.tsx'
import { acceptPath, termsAsked, termsRefused } from '#client/terms/terms-slice.ts'
import type { Listeners } from './effects.ts'
import type { Store } from './store.ts'
import { discardAll, isAnyEditing } from './unsaved-forms.tsx'

export type InterruptionDependencies = {
  store: Store
  drafts: KeptDrafts
  navigate(path: string, entering?: Entering): void
  /** The address of the page, as in `location.href`. */
  address(): string
  /** Loads the page anew. */
  reload(): void
}

/**
 * What ends the work on a screen before its time. What was typed is kept, and the way back is known. Specification 6,
 * 8 and 19.49.
 */
export type Interruptions = {
  /** A session that had been there is over: what needs it is not shown any more. */
  sessionEnded(): void
  /** A call was refused for want of a session. */
  unauthenticated(): void
  /** A call was refused for want of terms or country; `route` is where they are given. Who is typing is asked first. */
  termsMissing(route: string): void
  /** The person wants to give them. */
  readTerms(): void
  /** The person wants the page of the newest build. */
  loadAgain(): void
}

/** Where nothing is shown that needs a session. */
const publicPaths = /^\/(?:policies\/|auth-|unauthorized$|error$|not-found$|help$)/u

export function createInterruptions({
  store,
  drafts,
  navigate,
  address,
  reload,
}: InterruptionDependencies): Interruptions {
  function here(): { pathname: string; path: string } {
    const { pathname, search } = new URL(address())
    return { pathname, path: `${pathname}${search}` }
  }

  function putAside(): boolean {
    const hasKept = drafts.keep(selectUser(store.getState())?.sub ?? null)
    discardAll(store)
    return hasKept
  }

  function unauthenticated(): void {
    const { pathname, path } = here()
    if (pathname === '/unauthorized') return
    const why = store.getState().session.kind === 'signed-out' ? 'signed-out' : 'refused'
    const arrival: UnauthorizedArrival = { why, returnTo: path, hasKept: putAside() }
    navigate('/unauthorized', { replace: true, state: arrival })
  }

  function goToTerms(route: string): void {
    const { pathname, path } = here()
    if (pathname.endsWith('accept-tos')) return
    putAside()
    store.dispatch(termsAsked(path))
    navigate(acceptPath(ownPath(route), address()))
  }

  return {
    sessionEnded() {
      if (!publicPaths.test(here().pathname)) unauthenticated()
    },
    unauthenticated,
    termsMissing(route) {
      if (isAnyEditing(store.getState())) store.dispatch(termsRefused())
      else goToTerms(route)
    },
    readTerms: () => goToTerms('/accept-tos'),
    loadAgain() {
      putAside()
      reload()
    },
  }
}

/** The part of an appliance that each form belongs to, by the first word of the form's name. */
const parts: Readonly<Record<string, EditablePart>> = {
  address: 'address',
  provider: 'provider',
  consent: 'provider',
  support: 'support',
}

/** Who comes back finds the forms open whose drafts were kept, and nobody else finds them. */
export function followDrafts({ startListening }: Listeners, drafts: KeptDrafts): void {
  startListening({
    actionCreator: loadUser.fulfilled,
    effect: ({ payload: { sub } }, { dispatch }) => {
      drafts.belongTo(sub)
      if (drafts.forms().includes('account')) dispatch(accountFormOpened())
    },
  })
  startListening({
    actionCreator: loadAppliances.fulfilled,
    effect: (_, { dispatch, getState }) => {
      for (const form of drafts.forms()) {
        const [name = '', id = ''] = form.split(' ')
        const part = parts[name]
        const mayEdit = selectAppliance(getState(), id)?.service.canEditContract ?? false
        if (part && mayEdit) dispatch(editingStarted({ id, part }))
      }
    },
  })
}

type FailureDependencies = {
  log: Pick<ClientLog, 'warn'>
  interruptions: Pick<Interruptions, 'unauthenticated' | 'termsMissing'>
  /** The page and the server do not understand each other: one of them may be newer. */
  suspectVersion(): void
}

/** What every failed call leads to, whoever made it: 401 and 412 have screens. Specification 6 and 8. */
export function createFailureObserver({ log, interruptions, suspectVersion }: FailureDependencies) {
  return (failure: Failure, { method, path }: Pick<Endpoint, 'method' | 'path'>): void => {
    if (failure.kind === 'unauthenticated') {
      log.warn(`401 on ${method} ${path}`)
      interruptions.unauthenticated()
    }
    if (failure.kind === 'terms') interruptions.termsMissing(failure.route)
    if (failure.kind === 'unexpected' || (failure.kind === 'refused' && failure.status === 400)) suspectVersion()
  }
}
