import styles from './flag.module.css'

/**
 * The flag of a country as an image, because emoji flags are letters on some platforms. A country without one shows
 * its code.
 */
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

/** Each flag is a separate file, so that a browser loads only those that it shows. */
const addresses = import.meta.glob<string>('../../../node_modules/country-flag-icons/3x2/*.svg', {
  eager: true,
  import: 'default',
  query: '?url',
})

/** The address of a country's flag, ISO alpha-2; undefined for a country without one. */
export function flagAddressOf(country: string): string | undefined {
  return addresses[`${folder}/${country}.svg`]
}
