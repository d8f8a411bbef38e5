import { useRef, useState } from 'react'
import type { ClaimForm } from '#contract/claim.ts'
import type { MessageId } from '#client/i18n/message-types.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import text from '#client/styles/text.module.css'
import layout from '#client/styles/layout.module.css'
import type { CameraRefusal } from './camera.ts'
import styles from './scanner.module.css'
import { type ScanFinding, useCodeScan } from './use-scan.ts'

export type ScannerProps = { onFound: (values: ClaimForm) => void; onGiveUp: () => void }

/**
 * Shows the camera's picture until it contains a sticker's code. If the camera cannot be used, shows the reason and
 * what to do. Specification 2.7.
 */
export function Scanner(props: ScannerProps) {
  const [attempt, setAttempt] = useState(0)
  return <Attempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Attempt({ onFound, onGiveUp, onRetry }: ScannerProps & { onRetry: () => void }) {
  const { t } = useTexts()
  const video = useRef<HTMLVideoElement>(null)
  const scan = useCodeScan(video, onFound)
  const typeInstead = (
    <Button variant="secondary" wide onPress={onGiveUp}>
      {t('add.scan.type')}
    </Button>
  )
  if (scan.kind === 'refused') {
    return (
      // The key makes React create a new element. If the same element showed first the picture and then this message,
      // the buttons would move.
      <div key="refused" className={styles.scanner}>
        <div className={`${styles.finder} ${styles.refused}`}>
          <Callout tone="warning" role="alert">
            {t(`add.scan.${scan.why}`)}
          </Callout>
        </div>
        <div className={layout.ways}>
          {mayWorkNow.has(scan.why) && (
            <Button wide onPress={onRetry}>
              {t('error.try-again')}
            </Button>
          )}
          {typeInstead}
        </div>
      </div>
    )
  }
  return (
    <div className={styles.scanner}>
      <p>{t('add.scan.hold')}</p>
      <div className={styles.finder}>
        {scan.kind === 'opening' && <CentredSpinner label={t('add.scan.opening')} />}
        <video ref={video} className={styles.picture} muted playsInline aria-hidden="true" />
        {scan.kind === 'looking' && <span className={styles.frame} />}
      </div>
      <p className={styles.seen} aria-live="polite">
        {scan.kind === 'looking' && t(sentences[scan.seen])}
      </p>
      <p className={text.small}>{t('add.scan.private')}</p>
      <div className={layout.ways}>{typeInstead}</div>
    </div>
  )
}

/** Problems that the person can fix before trying again. */
const mayWorkNow: ReadonlySet<CameraRefusal> = new Set(['forbidden', 'busy'])

const sentences = {
  'nothing-yet': 'add.scan.looking',
  'nothing-for-long': 'add.scan.patience',
  foreign: 'add.scan.foreign',
  damaged: 'add.scan.damaged',
} as const satisfies Record<ScanFinding, MessageId>
