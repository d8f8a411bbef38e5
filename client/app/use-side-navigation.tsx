import { useSelector } from 'react-redux'
import { selectIsAccountComplete } from '#client/account/account-slice.ts'
import { selectAppliancePresence } from '#client/appliances/state/appliances-state.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { AccountIcon, AppliancesIcon, HelpIcon, InfoIcon, LogoutIcon } from '#client/icons/action-icons.tsx'
import { useLocation } from '#client/router/router-context.ts'
import { selectIsSessionExpected, selectIsSignedIn } from '#client/sign-in/session.ts'
import type { ShellProps } from '#client/ui/shell/shell.tsx'

/**
 * Returns the side navigation: undefined on policy pages and for people without a session, `expected` until the session
 * is confirmed. Specification 2.2.
 */
export function useSideNavigation(onLogout: () => void): ShellProps['navigation'] {
  const { t } = useTexts()
  const { pathname } = useLocation()
  const isSignedIn = useSelector(selectIsSignedIn)
  const isExpected = useSelector(selectIsSessionExpected)
  const howMany = useSelector(selectAppliancePresence)
  // While the account is not complete, the page for its details has no links to the list and the account, because those
  // pages would redirect back.
  const isComplete = useSelector(selectIsAccountComplete)
  if (pathname.startsWith('/policies/')) return undefined
  if (isExpected) return 'expected'
  if (!isSignedIn) return undefined

  const isAt = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  return {
    top:
      !isComplete && pathname === '/account-add'
        ? []
        : [
            {
              id: 'appliances',
              label: t('shell.appliances'),
              icon: <AppliancesIcon />,
              href: howMany === 'none' ? '/appliances/add' : '/appliances',
              current: isAt('/appliances'),
            },
            {
              id: 'account',
              label: t('shell.account'),
              icon: <AccountIcon />,
              href: '/account',
              current: isAt('/account'),
            },
          ],
    bottom: [
      { id: 'help', label: t('help.title'), icon: <HelpIcon />, href: '/help', current: isAt('/help') },
      { id: 'info', label: t('shell.info'), icon: <InfoIcon />, href: '/info', current: isAt('/info') },
      { id: 'logout', label: t('shell.logout'), icon: <LogoutIcon />, onPress: onLogout },
    ],
  }
}
