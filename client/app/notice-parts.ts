import type { PageRouteDependencies } from './routes/route-dependencies.ts'

type NoticeDependencies = Pick<PageRouteDependencies, 'addTexts' | 'loadNotices'>

/** Loads the state, effects and texts of notices, for components that show notices. */
export async function loadNoticeParts({ addTexts, loadNotices }: NoticeDependencies): Promise<void> {
  const [start, { noticeTextLoaders }] = await Promise.all([loadNotices(), import('#client/i18n/notice-texts.ts')])
  await Promise.all(noticeTextLoaders.map(addTexts))
  // Starts the effects only after all parts are loaded, because after a failure the load is repeated.
  start()
}
