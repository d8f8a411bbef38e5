import type { ReactNode } from 'react'
import { useSelector } from 'react-redux'
import type { FirstMessageId } from '#client/i18n/text.ts'
import type { RouteHandle } from '../route-title.ts'
import type { State } from '../store.ts'
import type { PageRouteDependencies } from './route-dependencies.ts'

export function titled(title: FirstMessageId): RouteHandle {
  return { title }
}

/** Passes a value of one feature to a page of another. */
export function From<Value>({ select, show }: { select(state: State): Value; show(value: Value): ReactNode }) {
  return show(useSelector(select))
}

export async function loadNotFoundPage() {
  const { NotFoundPage } = await import('#client/errors/not-found-page.tsx')
  return <NotFoundPage />
}

/** Pages that are opened seldom. Without a file of their own, the names of their parts would be in the first view. */
export const rareLoaders = () => import('./rare-loaders.tsx')

export async function addHelpTexts({ addTexts }: Pick<PageRouteDependencies, 'addTexts'>): Promise<void> {
  const { loadHelpTexts } = await import('#client/i18n/late-texts.ts')
  await addTexts(loadHelpTexts)
}

export async function addTermsTexts({ addTexts }: Pick<PageRouteDependencies, 'addTexts'>): Promise<void> {
  const { loadTermsTexts } = await import('#client/i18n/late-texts.ts')
  await addTexts(loadTermsTexts)
}
