import type { ReactNode } from 'react'
import { useSelector } from 'react-redux'
import type { FirstMessageId } from '#client/i18n/text.ts'
import type { RouteHandle } from '../route-title.ts'
import type { State } from '../store.ts'
import type { PageRouteDependencies } from './route-dependencies.ts'

export function handleWithTitle(title: FirstMessageId): RouteHandle {
  return { title }
}

/** Shows an element that depends on a value of the store. Pages use it for values of another feature. */
export function StoreValue<Value>({ select, show }: { select(state: State): Value; show(value: Value): ReactNode }) {
  return show(useSelector(select))
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

export async function addHelpTexts({ addTexts }: Pick<PageRouteDependencies, 'addTexts'>): Promise<void> {
  const { loadHelpTexts } = await import('#client/i18n/late-texts.ts')
  await addTexts(loadHelpTexts)
}

export async function addTermsTexts({ addTexts }: Pick<PageRouteDependencies, 'addTexts'>): Promise<void> {
  const { loadTermsTexts } = await import('#client/i18n/late-texts.ts')
  await addTexts(loadTermsTexts)
}
