import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ErrorIcon, OnlineIcon } from '#client/icons/status-icons.tsx'
import { CloseButton } from '../icon-button/icon-button.tsx'
import { useUncoveredFocus } from '../use-uncovered-focus.ts'
import styles from './toast.module.css'

export type Toast = { id: string; kind: 'success' | 'failure'; text: ReactNode }

export type ToastRegionProps = {
  toasts: readonly Toast[]
  /** Called when the reader closes a toast, and when the display time of a success is over. */
  onClose: (id: string) => void
}

/**
 * The time in ms for which a message about a success is shown; enough to read two lines. A message about a failure
 * stays until the reader closes it.
 */
const successShownMs = 6_000

/** Shows messages about the last actions: successes as `status`, failures as `alert`. Specification 16.5. */
export function ToastRegion({ toasts, onClose }: ToastRegionProps) {
  const { t } = useTexts()
  const region = useRef<HTMLElement>(null)
  useUncoveredFocus(region, 'bottom')
  return (
    <section ref={region} className={styles.region} aria-label={t('shell.notifications')}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onClose={() => onClose(toast.id)} />
      ))}
    </section>
  )
}

function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const [isHeld, setHeld] = useState(false)
  const isSuccess = toast.kind === 'success'
  useTimeout(isSuccess && !isHeld, successShownMs, onClose)
  return (
    <div
      className={[styles.toast, styles[toast.kind]].join(' ')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {isSuccess ? <OnlineIcon /> : <ErrorIcon />}
      <Announced role={isSuccess ? 'status' : 'alert'}>{toast.text}</Announced>
      <CloseButton onPress={onClose} />
    </div>
  )
}

/** Adds the content after mounting, because screen readers announce only changes of a live region. */
function Announced({ role, children }: { role: 'status' | 'alert'; children: ReactNode }) {
  const [isBorn, setBorn] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setBorn(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <p role={role} className={styles.text}>
      {isBorn && children}
    </p>
  )
}

function useTimeout(isRunning: boolean, ms: number, action: () => void): void {
  const act = useEffectEvent(action)
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setTimeout(() => act(), ms)
    return () => clearTimeout(timer)
  }, [isRunning, ms])
}
