/**
 * Degrees Celsius with their sign: '21.5°C', '21,5 °C'. Polish writes 'st. C' in the short form, Dutch leaves out the C
 * in the narrow one, so that it is the first of both that has the sign.
 */
export function temperatureFormat(locale: string, digits: Intl.NumberFormatOptions): Intl.NumberFormat {
  const short = new Intl.NumberFormat(locale, { style: 'unit', unit: 'celsius', ...digits })
  if (short.format(0).includes('°C')) return short
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'celsius', unitDisplay: 'narrow', ...digits })
}
