import { useTexts } from '#client/i18n/text-provider.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import styles from './data-export.module.css'

/** Why a request was refused: as many as may be are under way. Specification 15.5. */
export function TooManyOpen({ isTold }: { isTold: boolean }) {
  const { t } = useTexts()
  return (
    <div aria-live="polite" className={styles.told}>
      {isTold && <Callout tone="warning">{t('data-export.exports-open')}</Callout>}
    </div>
  )
}
