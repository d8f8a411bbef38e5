import { useTexts } from '#client/i18n/text-provider.tsx'
import { CheckIcon } from '#client/icons/action-icons.tsx'
import { ApplianceDrawing } from '#client/icons/appliance-drawing.tsx'
import type { Appliance } from '../appliance.ts'
import styles from './connected.module.css'

/** Says that the claim succeeded, and when the first values arrive. Specification 2.7. */
export function Connected({ appliance: { applianceType, statusSince } }: { appliance: Appliance }) {
  const { t } = useTexts()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> may not contain a heading
    <div className={styles.connected} role="status" aria-label={t('add.connected')}>
      <div className={styles.drawing}>
        <ApplianceDrawing type={applianceType} hasFlame={false} hasFan={false} hasWater={false} isStill={false} />
        <span className={styles.check}>
          <CheckIcon size={24} />
        </span>
      </div>
      <div>
        <h3>{t(`add.connected.${applianceType}`)}</h3>
        <p className={styles.values}>{t(statusSince === null ? 'add.connected.soon' : 'add.connected.here')}</p>
      </div>
    </div>
  )
}
