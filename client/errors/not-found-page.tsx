import { useTexts } from '#client/i18n/text-provider.tsx'
import { NotFoundPicture } from '#client/icons/not-found-picture.tsx'
import { EmptyState } from '#client/ui/empty-state/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'

/** Shown for a path without a page. Specification 2.1. */
export function NotFoundPage() {
  const { t } = useTexts()
  return (
    <EmptyState
      hasHelp
      headingLevel={1}
      code="404"
      title={t('not-found.title')}
      picture={<NotFoundPicture />}
      action={<LinkButton href="/">{t('not-found.home')}</LinkButton>}
    >
      {t('not-found.text')}
    </EmptyState>
  )
}
