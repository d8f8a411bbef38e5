import { useCallback } from 'react'
import { useSelector } from 'react-redux'
import type { Texts } from '#client/i18n/text-provider.tsx'
import { LoadedPart } from '#client/ui/loaded-part/loaded-part.tsx'
import type { PageRouteDependencies } from './routes/route-dependencies.ts'
import type { State } from './store.ts'

export type OwnAccountSlotProps = Pick<PageRouteDependencies, 'logOut' | 'openFile'>

/** The parts of the account page about the person's own account. They are read again when a notice arrives, which may announce a change. */
export function OwnAccountSlot({ logOut, openFile }: OwnAccountSlotProps) {
  const version = useSelector(({ notices }: State) => notices?.asks ?? 0)
  const load = useCallback(async (extend: Texts['extend']) => {
    const [{ OwnAccount }, { loadDataExportTexts, loadPersonalDataTexts, loadSessionTexts }] = await Promise.all([
      import('#client/account/own-account.tsx'),
      import('#client/i18n/late-texts.ts'),
    ])
    await Promise.all([loadDataExportTexts, loadPersonalDataTexts, loadSessionTexts].map(extend))
    return OwnAccount
  }, [])
  return <LoadedPart load={load} props={{ version, onLogOut: logOut, openFile }} />
}
