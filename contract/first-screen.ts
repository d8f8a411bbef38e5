import type { FirstAnswersByUrl } from './first-calls.ts'
import type { Language } from './languages.ts'

/** The reader's locale for dates and numbers (BCP 47), and their IANA time zone. */
export type ReaderLocale = { locale: string; timeZone: string }

/**
 * The cookie in which the page stores the browser's locale and time zone. Without the cookie, the server does not
 * draw the first screen.
 */
export const readerLocaleCookie = 'portal_locale'

const separator = ' '
const maxLength = 80

/** Returns the value of the locale cookie, encoded by `encodeURIComponent`. */
export function encodeReaderLocale({ locale, timeZone }: ReaderLocale): string {
  return encodeURIComponent(`${locale}${separator}${timeZone}`)
}

/**
 * Parses the decoded value of the locale cookie. Returns null if its format is wrong, or if the server does not
 * support the locale or the time zone.
 */
export function parseReaderLocale(storedText: string | undefined): ReaderLocale | null {
  const [locale = '', timeZone = '', ...more] = storedText?.slice(0, maxLength).split(separator) ?? []
  if (locale === '' || timeZone === '' || more.length > 0) return null
  try {
    // Throws a RangeError for unsupported values.
    Intl.DateTimeFormat(locale, { timeZone })
    return { locale, timeZone }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

export type FirstScreenParameters<Brand> = {
  brand: Brand
  answers: FirstAnswersByUrl
  reader: ReaderLocale
}

/** The markup of the first screen, and its language. */
export type DrawnScreen = { language: Language; markup: string }

/**
 * The locale and the UTC offset with which the server drew the first screen. `minutesBehind`: the minutes by which the
 * reader's clock is behind UTC, as in `Date.getTimezoneOffset`.
 */
export type DrawnScreenLocale = { locale: string; minutesBehind: number }

/**
 * Draws the first screen from the answers of the API. Resolves to null if that screen is not a list with at least one
 * card.
 */
export type FirstScreenDrawer<Brand> = (screen: FirstScreenParameters<Brand>) => Promise<DrawnScreen | null>

/** The path of the built module with a {@link FirstScreenDrawer}, relative to the page's folder. */
export const firstScreenModulePath = 'first-screen/draw.js'
