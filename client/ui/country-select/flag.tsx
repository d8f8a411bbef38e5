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

const folder = '../../../node_modules/country-flag-icons/3x2'

/** Each flag is a file of its own, so that a browser asks for those alone that it shows. */
const addresses = import.meta.glob<string>('../../../node_modules/country-flag-icons/3x2/*.svg', {
  eager: true,
  import: 'default',
  query: '?url',
})

/** Where the flag of a country is, ISO alpha-2; undefined for a country without one. */
export function flagAddressOf(country: string): string | undefined {
  return addresses[`${folder}/${country}.svg`]
}
