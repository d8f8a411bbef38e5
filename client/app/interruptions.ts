import type { Endpoint } from '#contract/endpoint.ts'
import { toSafeReturnPath } from '#contract/return-path.ts'
import { accountFormOpened, loadUser, selectUser } from '#client/account/account-slice.ts'
import type { CallFailure } from '#client/api-call.ts'
import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { editingStarted } from '#client/appliances/state/appliances-slice.ts'
import { type EditablePart, selectAppliance } from '#client/appliances/state/appliances-state.ts'
import type { DraftStore } from '#client/draft-store.ts'
import type { ClientLog } from '#client/logging/client-log.ts'
import type { NavigationOptions } from '#client/router/router.ts'
import type { UnauthorizedArrival } from '#client/sign-in/sign-in-pages.tsx'
import { termsPagePath, termsAsked, termsRefused } from '#client/terms/terms-slice.ts'
import type { EffectListeners } from './effects.ts'
import type { Store } from './store.ts'
import { discardUnsavedForms, hasUnsavedForms } from './unsaved-forms.tsx'

export type InterruptionDependencies = {
  store: Store
  drafts: DraftStore
  navigate(path: string, entering?: NavigationOptions): void
  /** Returns the address of the page, as in `location.href`. */
  address(): string
  reload(): void
  /** Whether the browser is about to load another document. */
  isLeaving(): boolean
}

/**
 * The functions that interrupt the person's work on a screen. They store the drafts, so that the person can continue
 * later. Specification 6, 8 and 19.49.
 */
export type InterruptionHandler = {
  /** Called when the session has ended. Opens the page for signed-out people, unless the current page is public. */
  sessionEnded(): void
  /** Called when a call was refused because there is no session. The page for signed-out people opens. */
  unauthenticated(): void
  /**
   * Called when a call was refused because terms or country are missing. `route`: the page on which the person can add
   * them. If a form has unsaved values, a callout asks the person first.
   */
  termsMissing(route: string): void
  /** Called when the person agrees to read the terms. */
  readTerms(): void
  /** Called when the person agrees to reload the page, for the newest build or a part that failed to load. */
  loadAgain(): void
}

/** Paths that need no session. */
const publicPaths = /^\/(?:policies\/|auth-|unauthorized$|error$|not-found$|help$)/u

export function createInterruptionHandler({
  store,
  drafts,
  navigate,
  address,
  reload,
  isLeaving,
}: InterruptionDependencies): InterruptionHandler {
  function here(): { pathname: string; path: string } {
    const { pathname, search, hash } = new URL(address())
    return { pathname, path: `${pathname}${search}${hash}` }
  }

  function putAside(): boolean {
    const hasKept = drafts.storeDrafts(selectUser(store.getState())?.sub ?? null)
    discardUnsavedForms(store)
    return hasKept
  }

  function unauthenticated(): void {
    const { pathname, path } = here()
    // Does nothing while the browser loads another document, such as the sign-in, because a navigation would cancel
    // that load.
    if (pathname === '/unauthorized' || isLeaving()) return
    const why = store.getState().session.kind === 'signed-out' ? 'signed-out' : 'refused'
    const arrival: UnauthorizedArrival = { why, returnTo: path, hasKept: putAside() }
    navigate('/unauthorized', { replace: true, state: arrival })
  }

  function goToTerms(route: string): void {
    const { pathname, path } = here()
    if (pathname.endsWith('accept-tos')) return
    putAside()
    store.dispatch(termsAsked(path))
    navigate(termsPagePath(toSafeReturnPath(route), address()))
  }

  return {
    sessionEnded() {
      if (!publicPaths.test(here().pathname)) unauthenticated()
    },
    unauthenticated,
    termsMissing(route) {
      if (hasUnsavedForms(store.getState())) store.dispatch(termsRefused())
      else goToTerms(route)
    },
    readTerms: () => goToTerms('/accept-tos'),
    loadAgain() {
      putAside()
      reload()
    },
  }
}

/** Maps the first word of a form's name to the part of an appliance that the form edits. */
const partByForm: Readonly<Record<string, EditablePart>> = {
  address: 'address',
  provider: 'provider',
  consent: 'provider',
  support: 'support',
}

/**
 * When the person whose drafts are stored returns, opens the forms of these drafts. Deletes old drafts and the drafts
 * of another person.
 */
export function openDraftsOnReturn({ startListening }: EffectListeners, drafts: DraftStore): void {
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
        const part = partByForm[name]
        const mayEdit = selectAppliance(getState(), id)?.service.canEditContract ?? false
        if (part && mayEdit) dispatch(editingStarted({ id, part }))
      }
    },
  })
}

type FailureDependencies = {
  log: Pick<ClientLog, 'warn'>
  interruptions: Pick<InterruptionHandler, 'unauthenticated' | 'termsMissing'>
  /** Called after an unexpected answer or status 400, because the page and the server may be of different builds. */
  suspectVersion(): void
}

/**
 * Creates the function that observes failed calls. It reports status 401 and missing terms as interruptions. If page
 * and server may be of different builds, it starts a version check. Specification 6 and 8.
 */
export function createFailureObserver({ log, interruptions, suspectVersion }: FailureDependencies) {
  return (failure: CallFailure, { method, path }: Pick<Endpoint, 'method' | 'path'>): void => {
    if (failure.kind === 'unauthenticated') {
      log.warn(`401 on ${method} ${path}`)
      interruptions.unauthenticated()
    }
    if (failure.kind === 'terms') interruptions.termsMissing(failure.route)
    if (failure.kind === 'unexpected' || (failure.kind === 'refused' && failure.status === 400)) suspectVersion()
  }
}
