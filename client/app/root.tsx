import { useEffect, useEffectEvent, useRef } from 'react'
import { useSelector } from 'react-redux'
import { StatusAnnouncer, useStatusAnnouncements } from '#client/appliances/list/status-announcer.tsx'
import { ErrorPage } from '#client/errors/error-page.tsx'
import { repeatLastPress } from '#client/first-calls/early-press.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ErrorPicture } from '#client/icons/state-pictures.tsx'
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
import { useRouteTitleAndFocus } from './route-title.ts'
import type { PageRouteDependencies } from './routes/route-dependencies.ts'
import type { State } from './store.ts'
import { UnsavedFormsGuard } from './unsaved-forms.tsx'

/** Renders the shell with the current route, the question about unsaved forms, and announcements. */
export function Root({ dependencies }: { dependencies: PageRouteDependencies }) {
  const announcements = useStatusAnnouncements()
  const isSignedIn = useSelector(selectIsSignedIn)
  useRouteTitleAndFocus(dependencies.brand.title, isSignedIn ? announcements.title : null)
  useScrollMemory()
  const { isChanging } = useRouterState()
  const { kind, match } = useShownRoute()
  const isWaiting = kind === 'waiting'
  useEffect(() => {
    if (!isWaiting) repeatLastPress(document.body)
  }, [isWaiting])
  return (
    <AppShell dependencies={dependencies}>
      {/* Each route gets a new element. If one element kept its identity and moved with the new content, the browser would count a layout shift. */}
      <div key={kind + match.route.path} aria-busy={isChanging}>
        <RouteView waiting={<FirstLoad />} failed={<RouteFailed dependencies={dependencies} />} />
      </div>
      <UnsavedFormsGuard />
      <StatusAnnouncer {...announcements.announcement} />
    </AppShell>
  )
}

/**
 * Shown until the first route is loaded and its guards have finished. If the server expects several cards, the styles
 * for `data-first-load` make it as wide as the list, so that nothing moves when the cards appear.
 */
function FirstLoad() {
  const { t } = useTexts()
  return (
    <div data-first-load>
      <Skeleton label={t('appliances.loading')} hasHeading />
    </div>
  )
}

/**
 * Returns the pause in ms before the app opens a failed route again. The pause doubles with each failure, up to 30 s.
 */
const pauseMs = (failures: number) => Math.min(30_000, 1_000 * 2 ** failures)

/** Opens the failed route again: after a pause while there is a network, and immediately when the network returns. */
function useOpeningAgain(open: () => void, failure: unknown): void {
  const isOffline = useSelector((state: State) => state.network === 'offline')
  const openAgain = useEffectEvent(open)
  const failures = useRef(0)
  const wasOffline = useRef(isOffline)
  useEffect(() => {
    const isBack = wasOffline.current && !isOffline
    wasOffline.current = isOffline
    if (isOffline) return undefined
    if (isBack) failures.current = 0
    failures.current += 1
    const timer = setTimeout(() => openAgain(), isBack ? 0 : pauseMs(failures.current))
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- retry after each failure
  }, [isOffline, failure])
}

/**
 * Shown for a route whose code failed to load. It repeats the load until it succeeds, from this build or a newer one.
 */
function RouteMissing() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const path = pathOfLocation(useLocation())
  const isOutdated = useSelector((state: State) => state.version === 'outdated')
  const open = () => navigate(path, { replace: true })
  useOpeningAgain(() => void open(), useRouteError())
  // Shows no button, because the callout about the new version has one.
  if (isOutdated) return <EmptyState headingLevel={1} title={t('page.not-loaded')} picture={<ErrorPicture />} />
  return (
    <EmptyState
      headingLevel={1}
      title={t('page.not-loaded')}
      picture={<ErrorPicture />}
      action={<Button onPress={async () => open()}>{t('error.try-again')}</Button>}
    >
      {t('page.not-loaded-text')}
    </EmptyState>
  )
}

/** Shown instead of a route that failed to load or to render. The shell stays. */
function RouteFailed({ dependencies }: { dependencies: PageRouteDependencies }) {
  const error = useRouteError()
  const path = pathOfLocation(useLocation())
  const { log, brand } = dependencies
  useEffect(() => log.error('The route failed', error), [log, error])
  if (isMissingPart(error)) return <RouteMissing />
  return <ErrorPage brand={brand} retryHref={path} />
}
