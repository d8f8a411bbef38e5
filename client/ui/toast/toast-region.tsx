import { type ReactNode, useEffect, useRef, useState } from 'react'
import { CloseIcon } from '#client/icons/action-icons.tsx'
import { ErrorIcon, OnlineIcon } from '#client/icons/status-icons.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'
import styles from './toast.module.css'

export type Toast = { id: string; kind: 'success' | 'failure'; text: ReactNode }

export type ToastRegionProps = {
  /** Names the region. */
  label: string
  closeLabel: string
  toasts: readonly Toast[]
  /** Closed by the reader, or a success whose time is over. */
  onClose: (id: string) => void
}

/** Long enough to read two lines; a failure stays until it is closed. */
const successShownMs = 6_000

/** What just happened: successes as `status`, failures as `alert`. Specification 16.5. */
export function ToastRegion({ label, closeLabel, toasts, onClose }: ToastRegionProps) {
  return (
    <section className={styles.region} aria-label={label}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} onClose={() => onClose(toast.id)} />
      ))}
    </section>
  )
}

type ToastCardProps = { toast: Toast; closeLabel: string; onClose: () => void }

function ToastCard({ toast, closeLabel, onClose }: ToastCardProps) {
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
      <IconButton label={closeLabel} icon={<CloseIcon size={20} />} onPress={onClose} />
    </div>
  )
}

/** Screen readers speak what comes into a live region, not what it is born with. */
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
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setTimeout(() => latest.current(), ms)
    return () => clearTimeout(timer)
  }, [isRunning, ms])
}
