import { flagAddressOf } from './flag-address.ts'
import styles from './flag.module.css'

/** The flag of a country: emoji flags are letters on some platforms. A country without one shows its code. */
export function Flag({ country }: { country: string }) {
  const address = flagAddressOf(country)
  return (
    <span className={styles.flag} aria-hidden="true">
      {address ? (
        <img src={address} alt="" width={24} height={16} loading="lazy" decoding="async" />
      ) : (
        <span className={styles.code}>{country}</span>
      )}
    </span>
  )
}
