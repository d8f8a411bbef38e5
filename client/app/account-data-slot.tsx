import { useCallback } from 'react'
import { useSelector } from 'react-redux'
import type { Texts } from '#client/i18n/text-provider.tsx'
import { LazyPart } from '#client/ui/loaded-part/lazy-part.tsx'
import type { PageRouteDependencies } from './routes/route-dependencies.ts'
import type { State } from './store.ts'

export type AccountDataSlotProps = Pick<PageRouteDependencies, 'logOut' | 'openFile'>

/**
 * Loads the panels for sessions, personal data and deletion. After each read of the notices the panels read their data
 * again, because a new notice may announce a change.
 */
export function AccountDataSlot({ logOut, openFile }: AccountDataSlotProps) {
  const version = useSelector(({ notices }: State) => notices?.asks ?? 0)
  const load = useCallback(async (extend: Texts['extend']) => {
    const [{ AccountDataPanels }, { loadDataExportTexts, loadPersonalDataTexts, loadSessionTexts }] = await Promise.all(
      [import('#client/account/account-data-panels.tsx'), import('#client/i18n/late-texts.ts')],
    )
    await Promise.all([loadDataExportTexts, loadPersonalDataTexts, loadSessionTexts].map(extend))
    return AccountDataPanels
  }, [])
  return <LazyPart load={load} props={{ version, onLogOut: logOut, openFile }} />
}
