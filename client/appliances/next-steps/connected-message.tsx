import { useEffect, useRef } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { CheckIcon } from '#client/icons/action-icons.tsx'
import { ApplianceDrawing } from '#client/icons/appliance-drawing.tsx'
import type { Appliance } from '../state/appliance.ts'
import styles from './connected-message.module.css'

export type ConnectedMessageProps = {
  appliance: Appliance
  /** Whether the first values have arrived. */
  hasValues: boolean
}

/**
 * Says that the claim succeeded, and when the first values arrive. If the gateway is offline, says instead what connects
 * it. Specification 2.7.
 */
export function ConnectedMessage({ appliance: { applianceType, applianceStatus }, hasValues }: ConnectedMessageProps) {
  const { t } = useTexts()
  const isOffline = applianceStatus === 'OFFLINE'
  const values = hasValues ? 'add.connected.here' : 'add.connected.soon'
  const name = t(isOffline ? 'add.added' : 'add.connected')
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Scrolls to the middle of the window, because at its edge the toast about the same success would cover the
    // message.
    region.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> may not contain a heading
    <div ref={region} className={styles.connected} role="status" aria-label={name}>
      <div className={styles.drawing}>
        <ApplianceDrawing type={applianceType} hasFlame={false} hasFan={false} hasWater={false} isStill={false} />
        <span className={styles.check}>
          <CheckIcon size={24} />
        </span>
      </div>
      <div>
        <h3>{isOffline ? name : t(`add.connected.${applianceType}`)}</h3>
        <p className={styles.values}>{t(isOffline ? 'add.added.offline' : values)}</p>
      </div>
    </div>
  )
}
