import { useSelector } from 'react-redux'
import { useParams } from 'react-router'
import { NotFoundPage } from '#client/errors/not-found-page.tsx'
import { legalNameOf } from '#client/policies/legal-name.ts'
import { PolicyPage } from '#client/policies/policy-page.tsx'
import { selectIsSignedIn } from '#client/sign-in/session-slice.ts'
import type { PageParts } from './page-parts.ts'

/** A legal document, or that there is none of that name. */
export function PolicyRoute({ fetch }: Pick<PageParts, 'fetch'>) {
  const name = legalNameOf(useParams())
  const isSignedIn = useSelector(selectIsSignedIn)
  if (name === null) return <NotFoundPage />
  return <PolicyPage name={name} fetch={fetch} notFound={<NotFoundPage />} isSignedIn={isSignedIn} />
}
