import type { ReactNode } from 'react'
import { type CallFailure, isRefusedWith } from './api-call.ts'
import { useTexts } from './i18n/text-provider.tsx'
import { Callout } from './ui/callout/callout.tsx'
import { LinkButton } from './ui/link-button/link-button.tsx'

export type SignInAgainCalloutProps = {
  /** The path to which the person returns after the sign-in. */
  returnTo: string
  label: string
  children: ReactNode
}

/**
 * Says that an action needs a more recent sign-in, and links to the sign-in. Screen readers announce the callout
 * immediately. Specification 25.3.
 */
export function SignInAgainCallout({ returnTo, label, children }: SignInAgainCalloutProps) {
  const { language } = useTexts()
  const href = `/auth/login?${new URLSearchParams({ returnTo, language, fresh: '1' })}`
  return (
    <Callout
      role="alert"
      action={
        <LinkButton href={href} reloads>
          {label}
        </LinkButton>
      }
    >
      {children}
    </Callout>
  )
}

export function isSignInTooOld(failure: CallFailure | undefined): boolean {
  return isRefusedWith(failure, 'sign-in-too-old')
}
