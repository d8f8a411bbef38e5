import { useEffect, useState } from 'react'
import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import { receiptApi } from '#contract/receipt-api.ts'
import {
  type ListedReceipt,
  receiptFileName,
  formatReceiptFile,
  receiptPayload,
  type ReceiptPayload,
} from '#contract/receipts.ts'
import type { ApiCall, FileOpener } from '#client/api-call.ts'
import { getDateFormat } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { DownloadIcon } from '#client/icons/action-icons.tsx'
import { saveFile } from '#client/save-file.ts'
import { useLoadedValue } from '#client/use-loaded-value.ts'
import rows from '#client/styles/rows.module.css'
import { Button } from '#client/ui/button/button.tsx'
import { FailureCallout, FailureNote } from '#client/ui/callout/callout.tsx'
import { Link } from '#client/ui/link/link.tsx'
import { ListRow } from '#client/ui/list-row/list-row.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import text from '#client/styles/text.module.css'
import { jwsPartToText } from './jws-part.ts'
import { ReceiptDetails } from './receipt-details.tsx'
import layout from '#client/styles/layout.module.css'
import styles from './receipts.module.css'

export { loadReceiptTexts } from '#client/i18n/late-texts.ts'

async function listReceipts(call: ApiCall, { id }: ReceiptedAppliance): Promise<ListedReceipt[]> {
  const { items } = await call(receiptApi.listReceipts, { params: { id } })
  return items
}

/** The appliance whose receipts are listed. The app creates a new object each time it reads the appliance. */
type ReceiptedAppliance = { id: string; service: { canEditContract: boolean } }

export type ReceiptsRegionProps = {
  appliance: ReceiptedAppliance
  openFile: FileOpener
  /** The name of the brand, under which the person knows the customer support. */
  brandName: string
}

const headingId = 'receipts'

/**
 * Lists the receipts of an appliance's consents. If there are none, a person who may not change the appliance sees
 * nothing. Specification 26.11.
 */
export function ReceiptsRegion({ appliance, openFile, brandName }: ReceiptsRegionProps) {
  const { t } = useTexts()
  const { value: receipts, hasFailed, load } = useLoadedValue(listReceipts, appliance)
  if (!appliance.service.canEditContract && (receipts === null || receipts.length === 0)) return null
  return (
    <section className={layout.stack} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('receipts.title')}</h2>
      <p>
        {t('receipts.lead')} <Link href="/receipts">{t('receipts.verify.title')}</Link>
      </p>
      {hasFailed && <FailureCallout onRetry={load}>{t('access.load-failed')}</FailureCallout>}
      {receipts === null ? (
        !hasFailed && <CentredSpinner label={t('access.loading')} />
      ) : (
        <Panel>
          <ReceiptRows applianceId={appliance.id} {...{ receipts, openFile, brandName }} />
        </Panel>
      )}
    </section>
  )
}

type RowsProps = Pick<ReceiptsRegionProps, 'openFile' | 'brandName'> & {
  applianceId: string
  receipts: readonly ListedReceipt[]
}

function ReceiptRows({ applianceId, receipts, openFile, brandName }: RowsProps) {
  const { t } = useTexts()
  const [printed, setPrinted] = useState<ReceiptPayload | null>(null)

  // Prints after React has put the receipt into the document.
  useEffect(() => {
    if (printed === null) return undefined
    const done = () => setPrinted(null)
    window.addEventListener('afterprint', done)
    window.print()
    return () => window.removeEventListener('afterprint', done)
  }, [printed])

  if (receipts.length === 0) return <p className={text.small}>{t('receipts.none')}</p>
  return (
    <>
      <ul className={rows.list}>
        {receipts.map((receipt) => (
          <Row key={receipt.id} {...{ applianceId, receipt, openFile, brandName }} onPrint={setPrinted} />
        ))}
      </ul>
      {printed && (
        <article className={styles.printed}>
          <h1>{t('receipts.printed', { id: printed.receipt_id })}</h1>
          <ReceiptDetails receipt={printed} />
        </article>
      )}
    </>
  )
}

type RowProps = Pick<RowsProps, 'applianceId' | 'openFile' | 'brandName'> & {
  receipt: ListedReceipt
  onPrint(receipt: ReceiptPayload): void
}

function Row({ applianceId, receipt, openFile, brandName, onPrint }: RowProps) {
  const { t, locale } = useTexts()
  const [hasFailed, setFailed] = useState(false)
  const { id, kind, at, companyType } = receipt
  const name = isolateNameDirection(companyType === 'ASA' ? brandName : receipt.companyName)

  /** Reads a receipt, and calls `use` with its JWS and payload. Logs a failure; the person can try again. */
  async function open(use: (jws: string, payload: unknown) => void): Promise<void> {
    try {
      const response = await openFile(receiptApi.readReceipt, { params: { id: applianceId, receiptId: id } })
      const jws = await response.text()
      use(jws, payloadOf(jws))
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }

  const download = async () =>
    open((jws, payload) =>
      saveFile(new Blob([formatReceiptFile(jws, payload)], { type: 'application/json' }), receiptFileName(receipt)),
    )
  const print = async () => open((_, payload) => onPrint(receiptPayload.parse(payload)))

  return (
    <ListRow
      name={t(`receipts.row.${kind}`, { name })}
      actions={
        <>
          <Button variant="secondary" icon={<DownloadIcon size={20} />} onPress={download}>
            {t('receipts.download')}
          </Button>
          <Button variant="secondary" onPress={print}>
            {t('receipts.print')}
          </Button>
        </>
      }
    >
      <p className={text.small}>{getDateFormat(locale, { dateStyle: 'long', timeStyle: 'short' })(Date.parse(at))}</p>
      <FailureNote>{hasFailed && t('receipts.open-failed')}</FailureNote>
    </ListRow>
  )
}

function payloadOf(jws: string): unknown {
  return JSON.parse(jwsPartToText(jws.split('.')[1] ?? ''))
}
