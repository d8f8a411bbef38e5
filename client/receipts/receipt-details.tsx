import type { ReactNode } from 'react'
import type { ReceiptPayload } from '#contract/receipts.ts'
import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import { type SharedDatatype, type SharingPurpose, sharedDatatypes, sharingPurposes } from '#contract/sharing.ts'
import { describeCompany } from '#client/i18n/describe-company.ts'
import { getDateFormat, formatLongDay } from '#client/i18n/format.ts'
import type { MessageId } from '#client/i18n/message-types.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import text from '#client/styles/text.module.css'
import styles from './receipts.module.css'

/** Shows a receipt for people to read: who agreed to what, with whom, when, and the text that they saw. */
export function ReceiptDetails({ receipt }: { receipt: ReceiptPayload }) {
  const { t, locale } = useTexts()
  const { kind, events, text_shown: shown, pii_processing: processings, sharing } = receipt
  const [processing] = processings
  const at = Date.parse(events[0]?.event_time ?? '')
  const reason = events[0]?.reason
  const partyOf = (role: string) => receipt.party_identification.find(({ party_role }) => party_role === role)
  const nameOf = (role: string) => partyOf(role)?.party_name ?? ''
  return (
    <dl className={styles.details}>
      <Detail label={t('receipts.what')}>
        <p>{t(`receipts.kind.${kind}`)}</p>
        {reason && reason !== 'withdrawn' && <p>{t(`receipts.reason.${reason}`)}</p>}
      </Detail>
      <Detail label={t('receipts.when')}>{getDateFormat(locale, { dateStyle: 'long', timeStyle: 'long' })(at)}</Detail>
      <Detail label={t('receipts.who')}>
        {receipt.pii_principal_name === null
          ? t('receipts.nameless')
          : isolateNameDirection(receipt.pii_principal_name)}
      </Detail>
      <Detail label={t('receipts.to-whom')}>
        <RecipientName party={partyOf('third-party')} />
        <p className={text.small}>{t(`receipts.company.${receipt.company_type}`)}</p>
      </Detail>
      {sharing && <Detail label={t('receipts.program')}>{isolateNameDirection(sharing.program)}</Detail>}
      {processing && (
        <>
          <Detail label={t('receipts.purpose')}>{t(purposeMessage(processing.purpose))}</Detail>
          <Detail label={t('receipts.data')}>
            {processing.pii_information.map(({ pii_type: type }) => (
              <p key={type}>{t(dataMessage(type))}</p>
            ))}
          </Detail>
        </>
      )}
      {sharing && <SharedFor sharing={sharing} />}
      <Detail label={t('receipts.appliance')}>{receipt.appliance.serial}</Detail>
      <Detail label={t('receipts.controller')}>{isolateNameDirection(nameOf('pii-controller'))}</Detail>
      <Detail label={t('receipts.text')}>
        {shown.text === null ? (
          <p>{t('receipts.text.unknown', { version: shown.version })}</p>
        ) : (
          <blockquote className={styles.shown} lang={shown.language ?? undefined}>
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

function RecipientName({ party }: { party: ReceiptPayload['party_identification'][number] | undefined }) {
  const { t, locale } = useTexts()
  const { party_name: name = '', register_number: number, country } = party ?? {}
  if (number === undefined && country === undefined) return <p>{isolateNameDirection(name)}</p>
  return <p>{describeCompany({ name, registerNumber: number, country }, { t, locale })}</p>
}

/** Shows until when a third party may read data, and how many months back. */
function SharedFor({ sharing }: { sharing: NonNullable<ReceiptPayload['sharing']> }) {
  const { t, locale } = useTexts()
  const { history_months: months, until } = sharing
  return (
    <Detail label={t('sharing.until')}>
      <p>{formatLongDay(until, locale)}</p>
      {months > 0 && <p className={text.small}>{t('sharing.months', { months })}</p>}
    </Detail>
  )
}

function purposeMessage(purpose: ReceiptPayload['pii_processing'][number]['purpose']): MessageId {
  return isSharingPurpose(purpose) ? `sharing.purpose.${purpose}` : `receipts.purpose.${purpose}`
}

const isSharingPurpose = (purpose: string): purpose is SharingPurpose => sharingPurposes.some((one) => one === purpose)

function dataMessage(type: ReceiptPayload['pii_processing'][number]['pii_information'][number]['pii_type']): MessageId {
  return isSharedDatatype(type) ? `sharing.datatype.${type}` : `receipts.data.${type}`
}

const isSharedDatatype = (type: string): type is SharedDatatype => sharedDatatypes.some((one) => one === type)

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.detail}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
