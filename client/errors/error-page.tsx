import type { BrandSettings } from '#brands/brand.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ErrorPicture } from '#client/icons/state-pictures.tsx'
import { EmptyState } from '#client/ui/empty-state/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { Link } from '#client/ui/link/link.tsx'

export type ErrorPageProps = {
  brand: Pick<BrandSettings, 'supportMail'>
  /** The path that the retry link opens. */
  retryHref?: string
}

/** Shows an unexpected error, with the code 500. Specification 2.1. */
export function ErrorPage({ brand, retryHref = '/' }: ErrorPageProps) {
  const { t } = useTexts()
  return (
    <EmptyState
      hasHelp
      headingLevel={1}
      code="500"
      title={t('error.title')}
      picture={<ErrorPicture />}
      action={
        <LinkButton href={retryHref} reloads>
          {t('error.try-again')}
        </LinkButton>
      }
      otherWay={<Link href={`mailto:${brand.supportMail}`}>{t('error.contact')}</Link>}
    >
      {t('error.text')}
    </EmptyState>
  )
}
