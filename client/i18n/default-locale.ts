type Locale = { locale: string; direction: 'ltr' | 'rtl' }

const english: Locale = { locale: 'en-GB', direction: 'ltr' }

/**
 * Replaces the hook of react-aria with the same file name. The original follows the browser's language; the app sets
 * the locale itself.
 */
export function useDefaultLocale(): Locale {
  return english
}
