import type { BrandSettings } from '#brands/brand.ts'
import { NoEntryPicture } from '#client/icons/state-pictures.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { EmptyState } from '#client/ui/empty-state/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { Link } from '#client/ui/link/link.tsx'
import { loginPath } from './login-path.ts'

/** Specification 2.3, "Unauthorized". */
export function UnauthorizedPage({ brand }: { brand: Pick<BrandSettings, 'supportMail'> }) {
  const { t, language } = useTexts()
  return (
    <EmptyState
      headingLevel={1}
      code="401"
      title={t('sign-in.unauthorized')}
      picture={<NoEntryPicture />}
      action={
        <LinkButton href={loginPath('/', language)} reloads>
          {t('sign-in.log-in')}
        </LinkButton>
      }
    >
      <p>{t('sign-in.unauthorized-text')}</p>
      <p>
        <Link href={`mailto:${brand.supportMail}`}>{t('sign-in.support')}</Link>
      </p>
    </EmptyState>
  )
}
