import type { FastifyRequest } from 'fastify'
import { readerLocaleCookie, parseReaderLocale } from '#contract/first-screen.ts'
import { chooseLanguage, type Language } from '#contract/languages.ts'
import { languageOfHeader } from './accept-language.ts'

/**
 * Returns the language that the person last used, from the cookie `readerLocaleCookie`. Without the cookie, returns
 * the language of the browser.
 */
export function languageOfReader({ cookies, headers }: FastifyRequest): Language {
  const reader = parseReaderLocale(cookies[readerLocaleCookie])
  return reader ? chooseLanguage([reader.locale]) : languageOfHeader(headers['accept-language'])
}
