import { useCallback } from 'react'
import { useSelector } from 'react-redux'
import type { Texts } from '#client/i18n/text-provider.tsx'
import { LoadedPart } from '#client/ui/loaded-part/loaded-part.tsx'
import type { PageRouteDependencies } from './routes.tsx'
import type { State } from './store.ts'

/** The sessions on the account page; they are read again when a notice arrives, which says if they changed. */
export function SessionsSlot({ logOut }: Pick<PageRouteDependencies, 'logOut'>) {
  const version = useSelector(({ notices }: State) => notices?.asks ?? 0)
  const load = useCallback(async (extend: Texts['extend']) => {
    const [{ SessionsPanel }, { loadSessionTexts }] = await Promise.all([
      import('#client/account/sessions/sessions-panel.tsx'),
      import('#client/i18n/late-texts.ts'),
    ])
    await extend(loadSessionTexts)
    return SessionsPanel
  }, [])
  return <LoadedPart load={load} props={{ version, onLogOut: logOut }} />
}
