import { type DragEvent, useRef, useState } from 'react'
import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import { maxReceiptBytes } from '#contract/receipts.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import layout from '#client/styles/layout.module.css'
import text from '#client/styles/text.module.css'

import { ReceiptDetails } from './receipt-details.tsx'
import { type ReceiptKeyDependencies, readReceiptKeys } from './receipt-keys.ts'
import styles from './receipts.module.css'
import { type ReceiptKey, type ReceiptVerdict, verifyReceipt } from './verify-receipt.ts'

export { loadReceiptTexts, loadSharingTexts } from '#client/i18n/late-texts.ts'

type Verified = { name: string; verdict: ReceiptVerdict }

/** The page on which a person verifies the file of a receipt. The file stays in the browser. Specification 26.11. */
export function ReceiptVerificationPage(dependencies: ReceiptKeyDependencies) {
  const { t } = useTexts()
  const verify = useVerifier(dependencies)
  const [verified, setVerified] = useState<Verified | null>(null)

  async function check(file: File | undefined): Promise<void> {
    if (!file) return
    setVerified({ name: file.name, verdict: await verify(file) })
  }

  return (
    <>
      <PageHeading title={t('receipts.verify.title')} lead={t('receipts.verify.lead')} />
      <div className={layout.stack}>
        <FileArea onFile={check} />
        <div aria-live="polite" className={layout.stack}>
          {verified && <Result {...verified} />}
        </div>
      </div>
    </>
  )
}

/**
 * Returns a function that verifies a file. The keys are read when the page opens, so that the function also works later
 * without a network. If a receipt names an unknown key, the keys are read again.
 */
function useVerifier(dependencies: ReceiptKeyDependencies): (file: File) => Promise<ReceiptVerdict> {
  const [keys] = useState(() => readReceiptKeys(dependencies, { isFresh: false }))
  const latest = useRef(keys)

  return async (file) => {
    if (file.size > maxReceiptBytes) return { kind: 'too-large' }
    const bytes = new Uint8Array(await file.arrayBuffer())
    const verdict = await verifyReceipt(bytes, await latest.current)
    if (verdict.kind !== 'unknown-key' && verdict.kind !== 'no-keys') return verdict
    const fresh: Promise<readonly ReceiptKey[]> = readReceiptKeys(dependencies, { isFresh: true })
    latest.current = fresh
    return verifyReceipt(bytes, await fresh)
  }
}

function FileArea({ onFile }: { onFile(file: File | undefined): Promise<void> }) {
  const { t } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  function dropped(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    void onFile(event.dataTransfer.files[0])
  }

  return (
    <div
      className={styles.area}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
    >
      <Button onPress={() => input.current?.click()}>{t('receipts.verify.choose')}</Button>
      <p className={text.small}>{t('receipts.verify.drop')}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,.jws,application/json,application/jose"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          void onFile(file).finally(() => {
            // Clears the input, so that the person can choose the same file again.
            currentTarget.value = ''
          })
        }}
      />
    </div>
  )
}

function Result({ name, verdict }: Verified) {
  const { t } = useTexts()
  if (verdict.kind !== 'genuine') {
    const isUnverified = verdict.kind === 'no-keys' || verdict.kind === 'unsupported-browser'
    const title = isUnverified ? 'receipts.unverified' : 'receipts.not-genuine'
    return (
      <Callout tone={isUnverified ? 'warning' : 'danger'} title={t(title, { name: isolateNameDirection(name) })}>
        {t(`receipts.fault.${verdict.kind}`)}
      </Callout>
    )
  }
  return (
    <>
      <Callout tone="ok" title={t('receipts.genuine')}>
        {t('receipts.genuine.text', { name: isolateNameDirection(name) })}
      </Callout>
      <Panel>
        <ReceiptDetails receipt={verdict.receipt} />
      </Panel>
    </>
  )
}
