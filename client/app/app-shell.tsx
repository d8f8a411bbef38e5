import { type ReactNode, useEffect, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { LanguageMenu } from '#client/i18n/language-menu.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { keepFocus } from '#client/interaction/focus-keeper.ts'
import { BrandLogo } from '#client/ui/brand-logo/brand-logo.tsx'
import { useLateComponent } from '#client/ui/loaded-part/use-late-component.ts'
import { Shell } from '#client/ui/shell/shell.tsx'
import { ToastRegion } from '#client/ui/toast/toast-region.tsx'
import { LogoutDialog } from './logout-dialog.tsx'
import { Notices } from './notices.tsx'
import { useNavigation } from './navigation.tsx'
import type { PageParts } from './page-parts.ts'
import type { State } from './store.ts'
import { toastClosed } from './toasts-slice.ts'

const loadInvitation = () => import('./invitation-callout.tsx').then(({ InvitationCallout }) => InvitationCallout)

/** Header, navigation, callout place, toasts. Specification 2.2. */
export function AppShell({ parts, children }: { parts: PageParts; children: ReactNode }) {
  const { t } = useTexts()
  const { brand, log } = parts
  const [isLeaving, setLeaving] = useState(false)
  const isInvited = useSelector((state: State) => state.invitation.kind === 'invited')
  const invitation = useLateComponent(loadInvitation, isInvited)
  const navigation = useNavigation(() => setLeaving(true))
  useEffect(() => keepFocus(document), [])
  const warn = (error: unknown) => log.warn('The language could not be loaded', error)
  return (
    <>
      <Shell
        title={brand.title}
        logo={<BrandLogo svg={brand.logoSvg} name={brand.name} href="/" />}
        skipLabel={t('shell.skip')}
        navigation={navigation}
        headerEnd={navigation ? undefined : <LanguageMenu onFailed={warn} />}
        callout={
          <>
            <Notices interruptions={parts.interruptions} />
            {isInvited && invitation && <invitation.Component />}
          </>
        }
      >
        {children}
      </Shell>
      <Toasts />
      <LogoutDialog isOpen={isLeaving} onClose={() => setLeaving(false)} {...parts} />
    </>
  )
}

function Toasts() {
  const { t } = useTexts()
  const dispatch = useDispatch()
  const toasts = useSelector((state: State) => state.toasts)
  return (
    <ToastRegion
      label={t('shell.notifications')}
      closeLabel={t('dialog.close')}
      toasts={toasts.map(({ id, kind, message }) => ({ id, kind, text: t(message) }))}
      onClose={(id) => dispatch(toastClosed(id))}
    />
  )
}
