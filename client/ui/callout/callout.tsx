import type { ReactNode } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { InfoIcon } from '#client/icons/action-icons.tsx'
import { ErrorIcon, OnlineIcon, WarningIcon } from '#client/icons/status-icons.tsx'
import { Button } from '../button/button.tsx'
import { CloseButton } from '../icon-button/icon-button.tsx'
import styles from './callout.module.css'
import { useAnnouncedRetry } from './use-announced-retry.ts'

export type CalloutTone = 'info' | 'ok' | 'warning' | 'danger'

export type CalloutProps = {
  tone?: CalloutTone
  title?: ReactNode
  children: ReactNode
  /** A button or a link. */
  action?: ReactNode
  /** Called when the person closes the callout. Without it, the callout has no close button. */
  onClose?: (() => void) | undefined
  /**
   * The ARIA role. Use `alert` for a failure that just happened, because screen readers announce an alert immediately.
   */
  role?: 'alert' | 'note'
}

const icons = { info: InfoIcon, ok: OnlineIcon, warning: WarningIcon, danger: ErrorIcon }

/** Shows a message in the content of a page. */
export function Callout({ tone = 'info', title, children, action, onClose, role }: CalloutProps) {
  const ToneIcon = icons[tone]
  return (
    <div className={[styles.callout, styles[tone]].join(' ')} role={role}>
      <ToneIcon />
      <div className={styles.text}>
        {title && <p className={styles.title}>{title}</p>}
        <div>{children}</div>
        {action && <div className={styles.action}>{action}</div>}
      </div>
      {onClose && <CloseButton onPress={onClose} />}
    </div>
  )
}

/** Announces immediately that an action of the person failed. Shows nothing if it has no text. */
export function FailureNote({ children }: { children: ReactNode }) {
  return children ? (
    <Callout tone="danger" role="alert">
      {children}
    </Callout>
  ) : null
}

export type FailureCalloutProps = {
  children: ReactNode
  /** The label of the retry button, on pages that are in English only. */
  retryLabel?: string
  /** The screen reader text while the retry is pending, on pages that are in English only. */
  pendingLabel?: string
  onRetry: () => void | Promise<unknown>
}

/**
 * Shows a failure to load with a retry button. Screen readers announce it immediately, and again after a retry that
 * fails. The callout also retries when the browser is online again.
 *
 * If `onRetry` returns a promise, the callout must stay until that promise settles. The button then keeps the focus.
 */
export function FailureCallout({ children, retryLabel, pendingLabel, onRetry }: FailureCalloutProps) {
  const { t } = useTexts()
  const { retries, retry } = useAnnouncedRetry(onRetry)
  return (
    <Callout
      tone="danger"
      role="alert"
      action={
        <Button pendingLabel={pendingLabel ?? t('error.trying')} onPress={retry}>
          {retryLabel ?? t('error.try-again')}
        </Button>
      }
    >
      <span key={retries}>{children}</span>
    </Callout>
  )
}
