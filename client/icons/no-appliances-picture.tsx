import { StatePicture } from './state-pictures.tsx'
import styles from './state-pictures.module.css'

/** A wall with a radiator and a free spot for a gateway. */
export function NoAppliancesPicture() {
  return (
    <StatePicture>
      <rect className={styles.body} x="24" y="52" width="88" height="70" rx="8" />
      <path className={styles.line} d="M42 62v50M58 62v50M74 62v50M90 62v50M24 74h-8M112 108h10v20" />
      <rect className={styles.dashed} x="132" y="26" width="46" height="62" rx="8" />
      <path className={styles.accent} d="M155 46v22M144 57h22" />
      <path className={styles.line} d="M155 88v14c0 6-4 10-10 10h-23" />
    </StatePicture>
  )
}
