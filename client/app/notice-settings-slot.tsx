import { useCallback, useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { selectUser } from '#client/account/account-slice.ts'
import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { applianceNameOf } from '#client/appliances/state/appliance.ts'
import { selectAppliances, selectAppliancePresence } from '#client/appliances/state/appliances-state.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { LazyPart } from '#client/ui/loaded-part/lazy-part.tsx'
import { loadNoticeParts } from './notice-parts.ts'
import type { PageRouteDependencies } from './routes/route-dependencies.ts'
import type { Dispatch } from './store.ts'

/**
 * Shows the notice settings on the account page. Also loads the list of appliances if it is missing, because the
 * settings name each appliance.
 */
export function NoticeSettingsSlot({
  dependencies,
}: {
  dependencies: Pick<PageRouteDependencies, 'addTexts' | 'loadNotices'>
}) {
  const { t } = useTexts()
  const dispatch = useDispatch<Dispatch>()
  const isUnknown = useSelector(selectAppliancePresence) === 'unknown'
  const appliances = useSelector(selectAppliances)
  const contactEmail = useSelector(selectUser)?.contactEmail
  useEffect(() => {
    if (isUnknown) void dispatch(loadAppliances())
  }, [dispatch, isUnknown])
  const load = useCallback(async () => {
    const [{ NoticeSettingsPanel }] = await Promise.all([
      import('#client/notices/settings/notice-settings.tsx'),
      loadNoticeParts(dependencies),
    ])
    return NoticeSettingsPanel
  }, [dependencies])
  const namedAppliances = appliances.map((appliance) => ({ id: appliance.id, name: applianceNameOf(appliance, t) }))
  // A new key loads the settings again, because a new contact email must be confirmed.
  return <LazyPart key={contactEmail} load={load} props={{ appliances: namedAppliances }} />
}
