import { useState } from 'react'
import type { ClaimForm } from '#contract/claim.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { CameraIcon } from '#client/icons/late-icons.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { LazyPart } from '#client/ui/loaded-part/lazy-part.tsx'
import styles from './scanner.module.css'

const loadScanner = () => import('./scanner.tsx').then(({ Scanner }) => Scanner)

export type ScanButtonProps = {
  /** Whether the button is the page's main action. The button is, until the person types something. */
  isMain: boolean
  onFound: (values: ClaimForm) => void
}

/**
 * The button that reads the sticker's code with the camera. The browser asks for permission only after the press.
 * Specification 2.7.
 */
export function ScanButton({ isMain, onFound }: ScanButtonProps) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  function take(values: ClaimForm): void {
    close()
    onFound(values)
  }
  return (
    <>
      <Button
        variant={isMain ? 'primary' : 'secondary'}
        wide
        icon={<CameraIcon size={20} />}
        onPress={() => setOpen(true)}
      >
        {t('add.scan')}
      </Button>
      <Dialog isOpen={isOpen} title={t('add.scan')} onClose={close} staysOnBackdrop>
        <div className={styles.dialog}>
          {isOpen && (
            <LazyPart load={loadScanner} props={{ onFound: take, onGiveUp: close }} loading="add.scan.opening" />
          )}
        </div>
      </Dialog>
    </>
  )
}
