import type { ReactNode } from 'react'
import styles from './state-pictures.module.css'

/**
 * Draws the frame of a picture for an empty page or an error. The picture is decoration, because the text next to it
 * says the same.
 */
export function StatePicture({ children }: { children: ReactNode }) {
  return (
    <svg className={styles.picture} viewBox="0 0 200 150" aria-hidden="true" focusable="false">
      <ellipse className={styles.ground} cx="100" cy="132" rx="84" ry="10" />
      {children}
    </svg>
  )
}

/** A boiler whose flame is out. */
export function ErrorPicture() {
  return (
    <StatePicture>
      <rect className={styles.body} x="58" y="18" width="84" height="98" rx="10" />
      <path className={styles.line} d="M78 116v14M122 116v14M76 96h48" />
      <circle className={styles.window} cx="100" cy="58" r="24" />
      <path className={styles.accent} d="M91 49l18 18M109 49 91 67" />
      <path className={styles.line} d="M34 40l10 6M30 64h12M34 88l10-6M166 40l-10 6M170 64h-12M166 88l-10-6" />
    </StatePicture>
  )
}

/** A closed padlock, for pages that the person may not open. */
export function NoEntryPicture() {
  return (
    <StatePicture>
      <rect className={styles.body} x="62" y="58" width="76" height="68" rx="10" />
      <path className={styles.pipe} d="M78 58V42a22 22 0 0 1 44 0v16" />
      <circle className={styles.window} cx="100" cy="86" r="11" />
      <path className={styles.accent} d="M100 88v18" />
    </StatePicture>
  )
}

/** A key, shown while a sign-in is in progress. */
export function SignInPicture() {
  return (
    <StatePicture>
      <circle className={styles.body} cx="62" cy="78" r="26" />
      <circle className={styles.window} cx="62" cy="78" r="9" />
      <path className={styles.pipe} d="M90 78h84M150 78v18M168 78v12" />
    </StatePicture>
  )
}
