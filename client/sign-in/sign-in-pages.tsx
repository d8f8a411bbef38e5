import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import * as z from 'zod/mini'
import type { BrandSettings } from '#brands/brand.ts'
import { toSafeReturnPath } from '#contract/return-path.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { NoEntryPicture, SignInPicture } from '#client/icons/state-pictures.tsx'
import { RedirectOnRender } from '#client/router/redirect-on-render.tsx'
import { useNavigate, useLocation, useSearchParams } from '#client/router/router-context.ts'
import { Callout } from '#client/ui/callout/callout.tsx'
import { EmptyState } from '#client/ui/empty-state/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { Link } from '#client/ui/link/link.tsx'
import { loginPath, selectIsSignedIn } from './session.ts'

/** The page after a completed sign-in, which navigates to the requested page. Specification 2.3, "Login complete". */
export function AuthCompletePage() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const query = useSearchParams()
  const returnTo = toSafeReturnPath(query.get('returnTo'))
  useEffect(() => {
    void navigate(returnTo, { replace: true })
  }, [navigate, returnTo])
  return <EmptyState headingLevel={1} title={t('sign-in.complete')} picture={<SignInPicture />} />
}

const arrival = z.object({
  why: z.enum(['signed-out', 'refused']),
  returnTo: z.string(),
  hasKept: z.boolean(),
})

/**
 * Why the person was redirected here. `signed-out`: the session has ended; `refused`: the portal rejected the token of
 * an active session. `returnTo`: the path of the page on which the person was. `hasKept`: whether drafts were stored.
 */
export type UnauthorizedArrival = z.infer<typeof arrival>

/**
 * The page for people whose session has ended or whose token was rejected. After the next sign-in, a person whose
 * session had ended returns to the previous page. Specification 2.3, "Unauthorized".
 */
export function UnauthorizedPage({ brand }: { brand: Pick<BrandSettings, 'supportMail'> }) {
  const { t, language } = useTexts()
  const isSignedIn = useSelector(selectIsSignedIn)
  const came = arrival.safeParse(useLocation().state).data
  const returnTo = came ? toSafeReturnPath(came.returnTo) : '/'
  const isOver = came?.why === 'signed-out'
  if (isOver && isSignedIn) return <RedirectOnRender to={returnTo} />
  return (
    <EmptyState
      hasHelp
      headingLevel={1}
      code="401"
      title={t('sign-in.unauthorized')}
      picture={<NoEntryPicture />}
      action={
        <LinkButton href={loginPath(returnTo, language)} reloads>
          {t('sign-in.log-in')}
        </LinkButton>
      }
      otherWay={<Link href={`mailto:${brand.supportMail}`}>{t('sign-in.support')}</Link>}
    >
      {came && (isOver || came.hasKept) && (
        <Callout role="alert">
          {isOver && <p>{t('sign-in.ended')}</p>}
          {came.hasKept && <p>{t('sign-in.kept')}</p>}
        </Callout>
      )}
      {!isOver && <p>{t('sign-in.unauthorized-text')}</p>}
    </EmptyState>
  )
}
