import { useEffect, useState } from 'react'
import { secondMs } from '#contract/durations.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import styles from './takeover.module.css'
import type { TakeoverWithReadTime } from './use-takeover.ts'

/**
 * Shows the time until the takeover's next step, by the server's clock. Screen readers do not announce an element with
 * the role `timer`, but read it on request.
 */
export function Countdown({ takeover: { now, nextAt, readAt } }: { takeover: TakeoverWithReadTime }) {
  const { t } = useTexts()
  const [localNow, setLocalNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setLocalNow(Date.now()), secondMs)
    return () => clearInterval(timer)
  }, [])
  if (nextAt === null) return null
  const leftMs = Date.parse(nextAt) - Date.parse(now) - Math.max(0, localNow - readAt)
  return (
    <p className={styles.countdown} role="timer">
      {t('takeover.left', { time: formatCountdown(leftMs) })}
    </p>
  )
}

/** Formats minutes and seconds: '1:05', and '0:00' for a time that is over. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / secondMs))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
