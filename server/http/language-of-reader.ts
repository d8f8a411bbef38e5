import type { FastifyRequest } from 'fastify'
import { readerLocaleCookie, readerLocaleOf } from '#contract/first-screen.ts'
import { chooseLanguage, type Language } from '#contract/languages.ts'
import { languageOfHeader } from './accept-language.ts'

/** The language of the last visit, otherwise the browser's. */
export function languageOfReader({ cookies, headers }: FastifyRequest): Language {
  const reader = readerLocaleOf(cookies[readerLocaleCookie])
  return reader ? chooseLanguage([reader.locale]) : languageOfHeader(headers['accept-language'])
}
