import type { AnswersOfDocument } from './first-calls.ts'
import type { Language } from './languages.ts'

/** How a page writes for its reader: the locale of dates and numbers, a BCP 47 tag, and the IANA time zone. */
export type ReaderLocale = { locale: string; timeZone: string }

/** Tells the server how to write for this browser. The page writes it, and only what it says is drawn. */
export const readerLocaleCookie = 'portal_locale'

const separator = ' '
const maxLength = 80

/** The value of the cookie, as `encodeURIComponent` makes it. */
export function readerLocaleValue({ locale, timeZone }: ReaderLocale): string {
  return encodeURIComponent(`${locale}${separator}${timeZone}`)
}

/** What a cookie says, decoded; null for anything that the page did not write, or that is unknown here. */
export function readerLocaleOf(kept: string | undefined): ReaderLocale | null {
  const [locale = '', timeZone = '', ...more] = kept?.slice(0, maxLength).split(separator) ?? []
  if (locale === '' || timeZone === '' || more.length > 0) return null
  try {
    // Throws for what it does not know.
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

/** Markup of what the page shows first, in the language of its reader. */
export type DrawnScreen = { language: Language; markup: string }

/** For whom it was drawn; `minutesBehind`: how far their clocks are behind UTC, as `Date` says it. */
export type DrawnFor = { locale: string; minutesBehind: number }

/** Draws what the page would show first of these answers; null where it would not be the list with a card. */
export type DrawFirstScreen<Brand> = (screen: FirstScreen<Brand>) => Promise<DrawnScreen | null>

/** Where the build puts the module with a {@link DrawFirstScreen}, in the folder of the page. */
export const firstScreenModule = 'first-screen/draw.js'
