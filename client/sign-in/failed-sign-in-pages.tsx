import { useSelector } from 'react-redux'
import { toSafeReturnPath } from '#contract/return-path.ts'
import { formatTimeUntil } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { NoEntryPicture, SignInPicture } from '#client/icons/state-pictures.tsx'
import { RedirectOnRender } from '#client/router/redirect-on-render.tsx'
import { useSearchParams } from '#client/router/router-context.ts'
import { EmptyState } from '#client/ui/empty-state/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { loginPath, selectIsSignedIn } from './session.ts'

/** The page for a sign-in that was already used or took too long, with a link to a new sign-in. Specification 2.3. */
export function AuthExpiredPage() {
  const { t, language } = useTexts()
  const isSignedIn = useSelector(selectIsSignedIn)
  if (isSignedIn) return <RedirectOnRender to="/" />
  return (
    <EmptyState
      hasHelp
      headingLevel={1}
      title={t('sign-in.expired')}
      picture={<SignInPicture />}
      action={
        <LinkButton href={loginPath('/', language)} reloads>
          {t('sign-in.log-in')}
        </LinkButton>
      }
    >
      {t('sign-in.expired-text')}
    </EmptyState>
  )
}

/**
 * The page for a failed sign-in. If too many sign-ins started from this network connection, `?wait=` has the seconds
 * to wait. Specification 2.3, "Login failed", and 19.46.
 */
export function AuthFailedPage() {
  const { t, language, locale } = useTexts()
  const query = useSearchParams()
  const waitS = waitOf(query)
  const reason = navigator.cookieEnabled ? 'sign-in.failed-text' : 'sign-in.cookies-refused'
  const again = waitS === null ? '/' : loginPath(toSafeReturnPath(query.get('returnTo')), language)
  return (
    <EmptyState
      hasHelp
      headingLevel={1}
      title={t('sign-in.failed')}
      picture={<NoEntryPicture />}
      action={
        <LinkButton href={again} reloads={waitS !== null}>
          {t('sign-in.try-again')}
        </LinkButton>
      }
    >
      {waitS === null ? t(reason) : t('sign-in.too-many-text', { when: formatTimeUntil(waitS, locale) })}
    </EmptyState>
  )
}

function waitOf(query: URLSearchParams): number | null {
  const wait = query.get('wait') ?? ''
  return /^[1-9]\d{0,4}$/.test(wait) ? Number(wait) : null
}
