import { useEffect, useRef } from 'react'
import { useSelector } from 'react-redux'
import { Announcer, useStatusAnnouncements } from '#client/appliances/list/status-announcer.tsx'
import { ErrorPage } from '#client/errors/error-page.tsx'
import { repeatPress } from '#client/first-calls/first-press.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { BrokenPicture } from '#client/icons/state-pictures.tsx'
import { useScrollMemory } from '#client/interaction/scroll-memory.ts'
import { pathOfLocation } from '#client/router/page-history.ts'
import { RouteView } from '#client/router/route-view.tsx'
import {
  useNavigate,
  useLocation,
  useRouteError,
  useRouterState,
  useShownRoute,
} from '#client/router/router-context.ts'
import { selectIsSignedIn } from '#client/sign-in/session.ts'
import { Button } from '#client/ui/button/button.tsx'
import { EmptyState } from '#client/ui/empty-state/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton/skeleton.tsx'
import { AppShell } from './app-shell.tsx'
import { isMissingPart } from './page-version.ts'
import { useRouteTitle } from './route-title.ts'
import type { PageRouteDependencies } from './routes/route-dependencies.ts'
import type { State } from './store.ts'
import { UnsavedFormsGuard } from './unsaved-forms.tsx'

/** The frame around every route. */
export function Root({ dependencies }: { dependencies: PageRouteDependencies }) {
  const announcements = useStatusAnnouncements()
  const isSignedIn = useSelector(selectIsSignedIn)
  useRouteTitle(dependencies.brand.title, isSignedIn ? announcements.title : null)
  useScrollMemory()
  const { isChanging } = useRouterState()
  const { kind, match } = useShownRoute()
  const isWaiting = kind === 'waiting'
  useEffect(() => {
    if (!isWaiting) repeatPress(document.body)
  }, [isWaiting])
  return (
    <AppShell dependencies={dependencies}>
      {/* A new element for each page, because the browser counts it as a layout shift if it moves with new content. */}
      <div key={kind + match.route.path} aria-busy={isChanging}>
        <RouteView waiting={<FirstLoad />} failed={<RouteFailed dependencies={dependencies} />} />
      </div>
      <UnsavedFormsGuard />
      <Announcer {...announcements.announcement} />
    </AppShell>
  )
}

/** Shown while the first route is guarded and loaded. */
function FirstLoad() {
  const { t } = useTexts()
  return (
    // As wide as the list if the server expects several cards, so that nothing moves when they appear.
    <div data-first-load>
      <Skeleton label={t('appliances.loading')} hasHeading />
    </div>
  )
}

/** The pause before a failed part of the page is loaded again, in ms; it grows with each failure. */
const pauseMs = (failures: number) => Math.min(30_000, 1_000 * 2 ** failures)

/** Retries the route after a pause while there is a network, and at once when the network returns. */
function useOpeningAgain(open: () => void, failure: unknown): void {
  const isOffline = useSelector((state: State) => state.network === 'offline')
  const opening = useRef(open)
  const failures = useRef(0)
  const wasOffline = useRef(isOffline)
  useEffect(() => {
    opening.current = open
  })
  useEffect(() => {
    const isBack = wasOffline.current && !isOffline
    wasOffline.current = isOffline
    if (isOffline) return undefined
    if (isBack) failures.current = 0
    failures.current += 1
    const timer = setTimeout(() => opening.current(), isBack ? 0 : pauseMs(failures.current))
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- retry after each failure
  }, [isOffline, failure])
}

/** A route whose code failed to load: it is opened as soon as the code loads, from this build or the next one. */
function RouteMissing() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const path = pathOfLocation(useLocation())
  const isOutdated = useSelector((state: State) => state.version === 'outdated')
  const open = () => navigate(path, { replace: true })
  useOpeningAgain(() => void open(), useRouteError())
  // Shows only a short text, because the callout about the new version has the instructions.
  if (isOutdated) return <EmptyState headingLevel={1} title={t('page.not-loaded')} picture={<BrokenPicture />} />
  return (
    <EmptyState
      headingLevel={1}
      title={t('page.not-loaded')}
      picture={<BrokenPicture />}
      action={<Button onPress={async () => open()}>{t('error.try-again')}</Button>}
    >
      {t('page.not-loaded-text')}
    </EmptyState>
  )
}

/** A route that failed to load or to render; the rest of the page stays. */
function RouteFailed({ dependencies }: { dependencies: PageRouteDependencies }) {
  const error = useRouteError()
  const path = pathOfLocation(useLocation())
  const { log, brand } = dependencies
  useEffect(() => log.error('The route failed', error), [log, error])
  if (isMissingPart(error)) return <RouteMissing />
  return <ErrorPage brand={brand} retryHref={path} />
}
