import type { ReactNode } from 'react'
import styles from './state-pictures.module.css'

/** Pictures for empty and error states: decoration, because the text next to them says the same. */
export function Picture({ children }: { children: ReactNode }) {
  return (
    <svg className={styles.picture} viewBox="0 0 200 150" aria-hidden="true" focusable="false">
      <ellipse className={styles.ground} cx="100" cy="132" rx="84" ry="10" />
      {children}
    </svg>
  )
}

/** A wall with a radiator and a free spot for a gateway. */
export function NoAppliancesPicture() {
  return (
    <Picture>
      <rect className={styles.body} x="24" y="52" width="88" height="70" rx="8" />
      <path className={styles.line} d="M42 62v50M58 62v50M74 62v50M90 62v50M24 74h-8M112 108h10v20" />
      <rect className={styles.dashed} x="132" y="26" width="46" height="62" rx="8" />
      <path className={styles.accent} d="M155 46v22M144 57h22" />
      <path className={styles.line} d="M155 88v14c0 6-4 10-10 10h-23" />
    </Picture>
  )
}

/** Two pipes that do not meet. */
export function NotFoundPicture() {
  return (
    <Picture>
      <path className={styles.pipe} d="M8 52h30c12 0 20 8 20 20v8" />
      <path className={styles.pipe} d="M192 52h-30c-12 0-20 8-20 20v8" />
      <rect className={styles.body} x="45" y="80" width="26" height="15" rx="3" />
      <rect className={styles.body} x="129" y="80" width="26" height="15" rx="3" />
      <path className={styles.accent} d="M58 107v7M58 123v.1M142 107v7M142 123v.1" />
      <path className={styles.accent} d="M88 62a12 12 0 1 1 17.5 10.7c-3.8 2-5.5 4.3-5.5 8.3M100 94v.1" />
    </Picture>
  )
}

/** A boiler whose flame is out. */
export function BrokenPicture() {
  return (
    <Picture>
      <rect className={styles.body} x="58" y="18" width="84" height="98" rx="10" />
      <path className={styles.line} d="M78 116v14M122 116v14M76 96h48" />
      <circle className={styles.window} cx="100" cy="58" r="24" />
      <path className={styles.accent} d="M91 49l18 18M109 49 91 67" />
      <path className={styles.line} d="M34 40l10 6M30 64h12M34 88l10-6M166 40l-10 6M170 64h-12M166 88l-10-6" />
    </Picture>
  )
}

/** A closed door with a lock. */
export function NoEntryPicture() {
  return (
    <Picture>
      <rect className={styles.body} x="62" y="58" width="76" height="68" rx="10" />
      <path className={styles.pipe} d="M78 58V42a22 22 0 0 1 44 0v16" />
      <circle className={styles.window} cx="100" cy="86" r="11" />
      <path className={styles.accent} d="M100 88v18" />
    </Picture>
  )
}

/** A key in front of a lock, while a sign-in is in progress. */
export function SignInPicture() {
  return (
    <Picture>
      <circle className={styles.body} cx="62" cy="78" r="26" />
      <circle className={styles.window} cx="62" cy="78" r="9" />
      <path className={styles.pipe} d="M90 78h84M150 78v18M168 78v12" />
    </Picture>
  )
}
