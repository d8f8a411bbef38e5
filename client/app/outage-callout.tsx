import { useRef } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { WarningIcon } from '#client/icons/status-icons.tsx'
import { useIsNearScreen } from '#client/interaction/use-is-near-screen.ts'
import { Callout } from '#client/ui/callout/callout.tsx'
import { useUncoveredFocus } from '#client/ui/use-uncovered-focus.ts'
import styles from './outage-callout.module.css'

export type OutageCalloutProps = { outage: 'offline' | 'unreachable' }

/**
 * Explains why no updates arrive. While the callout is scrolled out of view, a short line below the header has the same
 * explanation.
 */
export function OutageCallout({ outage }: OutageCalloutProps) {
  const { t } = useTexts()
  const whole = useRef<HTMLDivElement>(null)
  const isOutOfView = useIsNearScreen(whole, belowHeader) === false
  return (
    <div ref={whole}>
      <Callout tone="warning">{t(`connection.${outage}`)}</Callout>
      {isOutOfView && <ShortOutage outage={outage} />}
    </div>
  )
}

/** The short line below the header. It is hidden from assistive technology, which can read the callout. */
function ShortOutage({ outage }: OutageCalloutProps) {
  const { t } = useTexts()
  const line = useRef<HTMLDivElement>(null)
  useUncoveredFocus(line, 'top')
  return (
    <div ref={line} className={styles.short} aria-hidden="true">
      <WarningIcon size={20} />
      <span>{t(`connection.${outage}.short`)}</span>
    </div>
  )
}

/** The margin of the observed area: it excludes the header, which covers the first 65 px. */
const belowHeader = '-65px 0px 0px'
