type Locale = { locale: string; direction: 'ltr' | 'rtl' }

const english: Locale = { locale: 'en-GB', direction: 'ltr' }

/** The build uses this instead of the file of the same name in react-aria, which follows the browser's language. */
export function useDefaultLocale(): Locale {
  return english
}
