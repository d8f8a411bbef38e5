import { useLocation } from 'react-router'
import * as z from 'zod/mini'
import type { BrandSettings } from '#brands/brand.ts'
import { ownPath } from '#contract/return-path.ts'
import { NoEntryPicture } from '#client/icons/state-pictures.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import { EmptyState } from '#client/ui/empty-state/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { Link } from '#client/ui/link/link.tsx'
import { loginPath } from './login-path.ts'

const arrival = z.object({ returnTo: z.string(), hasKept: z.boolean() })

/** Specification 2.3, "Unauthorized". Who comes from a screen that needs a session is told so, and how to come back to it. */
export function UnauthorizedPage({ brand }: { brand: Pick<BrandSettings, 'supportMail'> }) {
  const { t, language } = useTexts()
  const came = arrival.safeParse(useLocation().state).data
  return (
    <EmptyState
      headingLevel={1}
      code="401"
      title={t('sign-in.unauthorized')}
      picture={<NoEntryPicture />}
      action={
        <LinkButton href={loginPath(came ? ownPath(came.returnTo) : '/', language)} reloads>
          {t('sign-in.log-in')}
        </LinkButton>
      }
    >
      {came && (
        <Callout role="alert">
          <p>{t('sign-in.ended')}</p>
          {came.hasKept && <p>{t('sign-in.kept')}</p>}
        </Callout>
      )}
      <p>{t('sign-in.unauthorized-text')}</p>
      <p>
        <Link href={`mailto:${brand.supportMail}`}>{t('sign-in.support')}</Link>
      </p>
    </EmptyState>
  )
}
