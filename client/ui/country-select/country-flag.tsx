import styles from './country-flag.module.css'

/**
 * The flag of a country as an image, because some platforms show emoji flags as letters. A country without an image is
 * shown by its code.
 */
export function CountryFlag({ country }: { country: string }) {
  const address = findFlagUrl(country)
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

/**
 * The URLs of the flags, by path. Each flag is a separate file, so that a browser loads only the flags that it shows.
 */
const addresses = import.meta.glob<string>('../../../node_modules/country-flag-icons/3x2/*.svg', {
  eager: true,
  import: 'default',
  query: '?url',
})

/** Returns the URL of a country's flag; undefined if there is none. `country`: ISO 3166-1 alpha-2. */
export function findFlagUrl(country: string): string | undefined {
  return addresses[`${folder}/${country}.svg`]
}
