import { useSelector } from 'react-redux'
import { useParams } from 'react-router'
import { NotFoundPage } from '#client/errors/error-pages.tsx'
import { PolicyPage } from '#client/policies/policy-page.tsx'
import { legalNameOf } from '#client/policies/read-legal.ts'
import { selectIsSessionExpected, selectIsSignedIn } from '#client/sign-in/session.ts'
import type { PageParts } from './routes.tsx'

/** A legal document, or that there is none of that name. */
export function PolicyRoute({ fetch }: Pick<PageParts, 'fetch'>) {
  const name = legalNameOf(useParams())
  const isSignedIn = useSelector(selectIsSignedIn)
  const isExpected = useSelector(selectIsSessionExpected)
  if (name === null) return <NotFoundPage />
  return <PolicyPage name={name} fetch={fetch} notFound={<NotFoundPage />} isSignedIn={isSignedIn || isExpected} />
}
