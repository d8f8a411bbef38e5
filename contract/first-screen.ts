import type { AnswersOfDocument } from './first-calls.ts'
import type { Language } from './languages.ts'

/** How to format for the reader: the locale of dates and numbers (BCP 47), and the IANA time zone. */
export type ReaderLocale = { locale: string; timeZone: string }

/** The cookie with this browser's locale and time zone, for the server. Without it the server draws no first screen. */
export const readerLocaleCookie = 'portal_locale'

const separator = ' '
const maxLength = 80

/** The value of the cookie, encoded with `encodeURIComponent`. */
export function readerLocaleValue({ locale, timeZone }: ReaderLocale): string {
  return encodeURIComponent(`${locale}${separator}${timeZone}`)
}

/** Parses the decoded cookie; null if the page did not write it, or the values are not supported here. */
export function readerLocaleOf(kept: string | undefined): ReaderLocale | null {
  const [locale = '', timeZone = '', ...more] = kept?.slice(0, maxLength).split(separator) ?? []
  if (locale === '' || timeZone === '' || more.length > 0) return null
  try {
    // Throws for unsupported values.
    Intl.DateTimeFormat(locale, { timeZone })
    return { locale, timeZone }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

export type FirstScreen<Brand> = {
  brand: Brand
  answers: AnswersOfDocument
  reader: ReaderLocale
}

/** The markup of the first screen, in the reader's language. */
export type DrawnScreen = { language: Language; markup: string }

/** The reader for whom the screen was drawn; `minutesBehind`: their offset behind UTC, as `Date.getTimezoneOffset`. */
export type DrawnFor = { locale: string; minutesBehind: number }

/** Draws the first screen from these answers; null if it would not be the list with a card. */
export type DrawFirstScreen<Brand> = (screen: FirstScreen<Brand>) => Promise<DrawnScreen | null>

/** The build's module with a {@link DrawFirstScreen}, relative to the page's folder. */
export const firstScreenModulePath = 'first-screen/draw.js'
