import type { FirstMessageId } from '#client/i18n/message-types.ts'
import type { RouteHandle } from '../route-title.ts'

export function handleWithTitle(title: FirstMessageId): RouteHandle {
  return { title }
}

export async function loadNotFoundPage() {
  const { NotFoundPage } = await import('#client/errors/not-found-page.tsx')
  return <NotFoundPage />
}

/**
 * Imports the loaders of seldom opened pages. They are a separate file, so that the first view does not contain the
 * names of the pages' files.
 */
export const importRarePageLoaders = () => import('./rare-page-loaders.tsx')
