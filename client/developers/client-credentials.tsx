import { useEffect, useRef } from 'react'
import { Callout } from '#client/ui/callout/callout.tsx'
import { CopyButton } from '#client/ui/copy-button/copy-button.tsx'
import { TextField } from '#client/ui/text-field/text-field.tsx'
import layout from '#client/styles/layout.module.css'
import { developerTexts } from './developer-texts.ts'
import styles from './developers.module.css'

export type ClientCredentialsProps = { title: string; clientId: string; clientSecret: string | null }

/**
 * Shows the client id, and the new secret if there is one. The secret is shown only once, because the portal stores
 * only its digest. The heading gets the focus, so that a screen reader reads it.
 */
export function ClientCredentials({ title, clientId, clientSecret }: ClientCredentialsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  const copyLabels = { copiedLabel: developerTexts.copied, failedLabel: developerTexts.copyFailed }
  return (
    <section className={layout.stack} aria-labelledby="credentials">
      <h2 id="credentials" tabIndex={-1} ref={heading} className={styles.title}>
        {title}
      </h2>
      <div className={styles.secret}>
        <TextField label={developerTexts.clientId} value={clientId} isReadOnly isCode onChange={() => {}} />
        <CopyButton text={clientId} label={developerTexts.copyId} {...copyLabels} />
      </div>
      {clientSecret === null ? (
        <p className={styles.muted}>{developerTexts.noSecret}</p>
      ) : (
        <>
          <div className={styles.secret}>
            <TextField label={developerTexts.clientSecret} value={clientSecret} isReadOnly isCode onChange={() => {}} />
            <CopyButton text={clientSecret} label={developerTexts.copySecret} {...copyLabels} />
          </div>
          <Callout tone="warning">{developerTexts.secretOnce}</Callout>
        </>
      )}
    </section>
  )
}
