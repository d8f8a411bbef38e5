import { NoEntryPicture } from '#client/icons/state-pictures.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { EmptyState } from '#client/ui/empty-state/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'

/** Specification 2.3, "Login failed". */
export function AuthFailedPage() {
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
