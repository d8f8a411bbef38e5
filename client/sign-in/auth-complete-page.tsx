import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ownPath } from '#contract/return-path.ts'
import { SignInPicture } from '#client/icons/state-pictures.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { EmptyState } from '#client/ui/empty-state/empty-state.tsx'

/** Specification 2.3, "Login complete": goes on to where the person wanted to go. */
export function AuthCompletePage() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const returnTo = ownPath(query.get('returnTo'))
  useEffect(() => {
    void navigate(returnTo, { replace: true })
  }, [navigate, returnTo])
  return <EmptyState headingLevel={1} title={t('sign-in.complete')} picture={<SignInPicture />} />
}
