import { useEffect, useRef, useState } from 'react'
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
 * Says that the claim succeeded, and when the first values arrive. If the gateway is offline, explains instead how to
 * connect the gateway. Specification 2.7.
 */
export function ConnectedMessage({ appliance: { applianceType, applianceStatus }, hasValues }: ConnectedMessageProps) {
  const { t } = useTexts()
  const isOffline = applianceStatus === 'OFFLINE'
  const [wasOffline] = useState(isOffline)
  const name = t(isOffline ? 'add.added' : 'add.connected')
  const addedTexts = { heading: t('add.added'), values: t('add.added.offline') }
  const connectedTexts = {
    heading: t(`add.connected.${applianceType}`),
    values: t(hasValues ? 'add.connected.here' : 'add.connected.soon'),
  }
  const [shown, other] = isOffline ? [addedTexts, connectedTexts] : [connectedTexts, addedTexts]
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Scrolls the message to the middle of the window. At an edge, the toast about the same success would cover the
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
      {/* Each text has a key. Without keys, the browser would count the new words in the same element as a layout shift. */}
      <div className={styles.words}>
        <h3 data-other={wasOffline ? other.heading : undefined}>
          <span key={shown.heading}>{shown.heading}</span>
        </h3>
        <p className={styles.values} data-other={wasOffline ? other.values : undefined}>
          <span key={shown.values}>{shown.values}</span>
        </p>
      </div>
    </div>
  )
}
