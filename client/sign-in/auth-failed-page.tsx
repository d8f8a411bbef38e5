import { useSearchParams } from 'react-router'
import { ownPath } from '#contract/return-path.ts'
import { NoEntryPicture } from '#client/icons/state-pictures.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { formatWait } from '#client/i18n/wait.ts'
import { EmptyState } from '#client/ui/empty-state/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { loginPath } from './login-path.ts'

/** Specification 2.3, "Login failed"; with `?wait=` where too many sign-ins began at this connection. Specification 19.46. */
export function AuthFailedPage() {
  const [query] = useSearchParams()
  const waitS = waitOf(query)
  return waitS === null ? <Failed /> : <TooMany waitS={waitS} returnTo={ownPath(query.get('returnTo'))} />
}

function Failed() {
  const { t } = useTexts()
  return (
    <EmptyState
      headingLevel={1}
      title={t('sign-in.failed')}
      picture={<NoEntryPicture />}
      action={<LinkButton href="/">{t('sign-in.try-again')}</LinkButton>}
    >
      {t('sign-in.failed-text')}
    </EmptyState>
  )
}

function TooMany({ waitS, returnTo }: { waitS: number; returnTo: string }) {
  const { t, language, locale } = useTexts()
  return (
    <EmptyState
      headingLevel={1}
      title={t('sign-in.failed')}
      picture={<NoEntryPicture />}
      action={
        <LinkButton href={loginPath(returnTo, language)} reloads>
          {t('sign-in.try-again')}
        </LinkButton>
      }
    >
      {t('sign-in.too-many-text', { when: formatWait(waitS, locale) })}
    </EmptyState>
  )
}

function waitOf(query: URLSearchParams): number | null {
  const wait = query.get('wait') ?? ''
  return /^[1-9]\d{0,4}$/.test(wait) ? Number(wait) : null
}
