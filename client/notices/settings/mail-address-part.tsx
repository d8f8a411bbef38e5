import { useEffect, useRef, useState } from 'react'
import { mailCodeLimits, type EmailStatus } from '#contract/notice-settings.ts'
import { emailConfirmationPath } from '#contract/pages.ts'
import type { CallFailure } from '#client/api-call.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { formatTimeUntil } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { UntranslatedMessage } from '#client/i18n/message-types.ts'
import { Button } from '#client/ui/button/button.tsx'
import { Callout, FailureNote } from '#client/ui/callout/callout.tsx'
import { Form, FormActions } from '#client/ui/form/form.tsx'
import { TextField } from '#client/ui/text-field/text-field.tsx'
import styles from './notice-settings.module.css'
import { verifyEmail } from './settings-calls.ts'
import { useLinkTarget } from '#client/router/use-link-target.ts'

export type MailAddressPartProps = { mail: EmailStatus; onChange(mail: EmailStatus): void }

/** Shows the address for emails, and the form that confirms the contact email. Specification 23.9. */
export function MailAddressPart({ mail, onChange }: MailAddressPartProps) {
  const { t } = useTexts()
  const [isVerified, setVerified] = useState(false)
  const heading = useLinkTarget<HTMLHeadingElement>(emailConfirmationPath)
  const { address, unverified } = mail

  function changed(after: EmailStatus): void {
    setVerified(after.unverified === null)
    // Focuses the heading, because the form with the focus is removed.
    if (after.unverified === null) heading.current?.focus()
    onChange(after)
  }

  return (
    <section className={styles.part}>
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        {t('notice-settings.mail')}
      </h3>
      {address !== null && <p>{t('notice-settings.mail.to', { email: address })}</p>}
      {address === null && unverified === null && <p>{t('notice-settings.mail.none')}</p>}
      <div aria-live="polite">{isVerified && <Callout tone="ok">{t('notice-settings.mail.verified')}</Callout>}</div>
      {unverified !== null && <Verification mail={mail} email={unverified} onChange={changed} />}
    </section>
  )
}

type VerificationProps = MailAddressPartProps & { email: string }

function Verification({ mail, email, onChange }: VerificationProps) {
  const { t, locale } = useTexts()
  const dispatch = useCallDispatch()
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<UntranslatedMessage | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (fault !== null) field.current?.focus()
  }, [fault])

  async function call(typedAddress: string | null): Promise<void> {
    setFault(null)
    const action = await dispatch(verifyEmail({ code: typedAddress, codeUntil: mail.codeUntil }))
    if (verifyEmail.fulfilled.match(action)) onChange(action.payload)
    else setFault(faultOf(action.payload, locale))
  }

  async function confirm(): Promise<void> {
    if (isConfirming) return
    const typedCode = code.replaceAll(/\s/g, '')
    if (!new RegExp(`^\\d{${mailCodeLimits.digits}}$`).test(typedCode))
      return setFault(['notice-settings.code.pattern'])
    setConfirming(true)
    await call(typedCode)
    setConfirming(false)
  }

  const error = fault ? t(...fault) : undefined
  return (
    <>
      {/* The region exists before the code is sent, because screen readers ignore a region that appears with its text. */}
      <div className={styles.address} aria-live="polite">
        <p>
          {t(mail.address === null ? 'notice-settings.mail.nowhere' : 'notice-settings.mail.unverified', { email })}
        </p>
        {mail.codeUntil !== null && <p>{t('notice-settings.code-sent', { email, minutes: mailCodeLimits.minutes })}</p>}
      </div>
      {mail.codeUntil === null ? (
        <>
          <FailureNote>{error}</FailureNote>
          <div>
            <Button variant="secondary" pendingLabel={t('notice-settings.working')} onPress={async () => call(null)}>
              {t('notice-settings.send-code')}
            </Button>
          </div>
        </>
      ) : (
        <Form label={t('notice-settings.confirm-address')} onSubmit={() => void confirm()}>
          <TextField
            ref={field}
            label={t('notice-settings.code')}
            value={code}
            onChange={setCode}
            error={error}
            inputMode="numeric"
            autoComplete="one-time-code"
            isCode
          />
          <FormActions>
            <Button variant="quiet" pendingLabel={t('notice-settings.working')} onPress={async () => call(null)}>
              {t('notice-settings.send-again')}
            </Button>
            <Button type="submit" isPending={isConfirming}>
              {t('notice-settings.confirm-address')}
            </Button>
          </FormActions>
        </Form>
      )}
    </>
  )
}

const codeFaults = ['wrong', 'expired', 'tries', 'pattern'] as const

function faultOf(failure: CallFailure | undefined, locale: string): UntranslatedMessage {
  if (failure?.kind !== 'refused') return ['notice-settings.send-failed']
  if (failure.status === 429)
    return ['notice-settings.too-many', { when: formatTimeUntil(failure.retryAfterS ?? 60, locale) }]
  const fault = codeFaults.find((code) => failure.errors.some((error) => error.code === code))
  return fault ? [`notice-settings.code.${fault}`] : ['notice-settings.send-failed']
}
