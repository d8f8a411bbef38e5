import { useEffect } from 'react'
import { Outlet, useLocation, useNavigation as useRouteChange, useRouteError } from 'react-router'
import { useStatusNews } from '#client/appliances/use-status-news.ts'
import { ErrorPage } from '#client/errors/error-page.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Announcer } from '#client/interaction/announcer.tsx'
import { Skeleton } from '#client/ui/skeleton/skeleton.tsx'
import { AppShell } from './app-shell.tsx'
import type { PageParts } from './page-parts.ts'
import { useRouteTitle } from './route-title.ts'
import { UnsavedFormsGuard } from './unsaved-forms.tsx'
import { useScrollMemory } from './use-scroll-memory.ts'

/** What stands around every route. */
export function Root({ parts }: { parts: PageParts }) {
  const news = useStatusNews()
  useRouteTitle(parts.brand.title, news.title)
  useScrollMemory()
  const isChanging = useRouteChange().state !== 'idle'
  return (
    <AppShell parts={parts}>
      <div aria-busy={isChanging}>
        <Outlet />
      </div>
      <UnsavedFormsGuard />
      <Announcer {...news.said} />
    </AppShell>
  )
}

/** While the first route is guarded and loaded. */
export function FirstLoad() {
  const { t } = useTexts()
  return <Skeleton label={t('appliances.loading')} />
}

/** A route that could not be entered or shown; the rest of the page stands. */
export function RouteFailed({ parts }: { parts: PageParts }) {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const { log, brand } = parts
  useEffect(() => log.error('The route failed', error), [log, error])
  return <ErrorPage brand={brand} retryHref={`${pathname}${search}`} />
}
