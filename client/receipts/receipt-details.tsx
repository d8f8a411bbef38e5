import type { ReactNode } from 'react'
import type { ReceiptPayload } from '#contract/receipts.ts'
import { isolatedName } from '#contract/isolated-name.ts'
import { dateFormat } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import styles from './receipts.module.css'

/** A receipt for people to read: who, to whom, what, when, and the text that was shown. */
export function ReceiptDetails({ receipt }: { receipt: ReceiptPayload }) {
  const { t, locale } = useTexts()
  const { kind, events, text_shown: shown, pii_processing: processings } = receipt
  const [processing] = processings
  const at = Date.parse(events[0]?.event_time ?? '')
  const reason = events[0]?.reason
  const nameOf = (role: string) =>
    receipt.party_identification.find(({ party_role }) => party_role === role)?.party_name ?? ''
  return (
    <dl className={styles.details}>
      <Detail label={t('receipts.what')}>
        <p>{t(`receipts.kind.${kind}`)}</p>
        {reason && reason !== 'withdrawn' && <p>{t(`receipts.reason.${reason}`)}</p>}
      </Detail>
      <Detail label={t('receipts.when')}>{dateFormat(locale, { dateStyle: 'long', timeStyle: 'long' })(at)}</Detail>
      <Detail label={t('receipts.who')}>
        {receipt.pii_principal_name === null ? t('receipts.nameless') : isolatedName(receipt.pii_principal_name)}
      </Detail>
      <Detail label={t('receipts.to-whom')}>
        <p>{isolatedName(nameOf('third-party'))}</p>
        <p className={styles.muted}>{t(`receipts.company.${receipt.company_type}`)}</p>
      </Detail>
      {processing && (
        <>
          <Detail label={t('receipts.purpose')}>{t(`receipts.purpose.${processing.purpose}`)}</Detail>
          <Detail label={t('receipts.data')}>
            {processing.pii_information.map(({ pii_type: type }) => (
              <p key={type}>{t(`receipts.data.${type}`)}</p>
            ))}
          </Detail>
        </>
      )}
      <Detail label={t('receipts.appliance')}>{receipt.appliance.serial}</Detail>
      <Detail label={t('receipts.controller')}>{isolatedName(nameOf('pii-controller'))}</Detail>
      <Detail label={t('receipts.text')}>
        {shown.text === null ? (
          <p>{t('receipts.text.unknown', { version: shown.version })}</p>
        ) : (
          <blockquote className={styles.shown} lang={shown.language}>
            {shown.text.split('\n').map((line) => (
              <p key={line}>{line}</p>
            ))}
          </blockquote>
        )}
      </Detail>
      {kind !== 'withdrawn' && (
        <Detail label={t('receipts.withdraw')}>{t(`receipts.withdraw.${receipt.company_type}`)}</Detail>
      )}
    </dl>
  )
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.detail}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
