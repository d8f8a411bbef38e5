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
