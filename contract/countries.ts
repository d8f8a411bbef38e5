/** The countries where the portal is rolled out, ISO 3166-1 alpha-2. Specification 9. */
export const countries = [
  'AT',
  'BE',
  'CH',
  'CZ',
  'DE',
  'DK',
  'GB',
  'LU',
  'NL',
  'SE',
  'ES',
  'IT',
  'FR',
  'PL',
  'SI',
  'SK',
  'FO',
] as const

export type Country = (typeof countries)[number]

export function isCountry(value: string): value is Country {
  return (countries as readonly string[]).includes(value)
}
