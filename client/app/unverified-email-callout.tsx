import { useSelector } from 'react-redux'
import { emailConfirmationPath } from '#contract/pages.ts'
import { selectUser } from '#client/account/account-slice.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { verifyEmail } from '#client/notices/settings/settings-calls.ts'
import { useNavigate } from '#client/router/router-context.ts'
import { Button } from '#client/ui/button/button.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'

/**
 * Warns that the person gets no emails, because the address is not verified. The button sends a verification code.
 * Specification 23.9.
 */
export function UnverifiedEmailCallout() {
  const { t } = useTexts()
  const email = useSelector(selectUser)?.unverifiedEmail
  const dispatch = useCallDispatch()
  const navigate = useNavigate()
  if (email === undefined) return null

  /**
   * Sends a code, and opens the account page, which has the field for the code. If no code can be sent, the account
   * page shows the reason when the person requests a code there.
   */
  async function send(): Promise<void> {
    await dispatch(verifyEmail({ code: null, codeUntil: null }))
    await navigate(emailConfirmationPath)
  }

  return (
    <Callout
      tone="warning"
      action={
        <Button variant="secondary" pendingLabel={t('unverified-email.sending')} onPress={send}>
          {t('unverified-email.send')}
        </Button>
      }
    >
      {t('unverified-email.text', { email })}
    </Callout>
  )
}
