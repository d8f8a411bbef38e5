import type { FastifyRequest } from 'fastify'
import type { ProviderContext } from 'oidc-provider'
import { escapeHtml } from '#contract/escape-html.ts'
import type { Language } from '#contract/languages.ts'
import { languageOfHeader } from '#server/http/accept-language.ts'
import { readTextsByLanguage } from '#texts/read-texts.ts'
import type { AuthorizationPages } from './configuration.ts'

const texts = readTextsByLanguage('program-sign-in')

/** Lays out markup in the brand's style, as a document without scripts. */
export type LayOut = (
  request: FastifyRequest,
  document: { title: string; language: Language; content: string },
) => string

export type AuthorizationPageDependencies = {
  layOut: LayOut
  /** The request that the library answers. */
  requestOf(raw: object): FastifyRequest | undefined
}

type Content = { title: string; text: string; more?: string }

/** The documents of the authorization server: errors, and the code of a program without a browser. RFC 8628. */
export function createAuthorizationPages({ layOut, requestOf }: AuthorizationPageDependencies): AuthorizationPages {
  function show(context: ProviderContext, contentIn: (words: (typeof texts)[Language]) => Content): void {
    const request = requestOf(context.req)
    const language = languageOfHeader(context.req.headers['accept-language'])
    const { title, text, more = '' } = contentIn(texts[language])
    const content = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${more}`
    context.type = 'html'
    context.body = request ? layOut(request, { title, language, content }) : content
  }

  return {
    error: (context) =>
      show(context, (words) => ({
        title: words['program.failed-title'],
        text: words['program.failed'],
        more: `<p><a href="/">${escapeHtml(words['program.back'])}</a></p>`,
      })),
    enterCode: (context, ...[form, , error]) =>
      show(context, (words) => ({
        title: words['program.code-title'],
        text: error ? words['program.code-wrong'] : words['program.code'],
        more: enter(form, { label: words['program.code-label'], button: words['program.continue'] }),
      })),
    confirmCode: (context, ...[form, , , code]) =>
      show(context, (words) => ({
        title: words['program.code-title'],
        text: words['program.code-check'].replace('{code}', () => code),
        more: `${form}<button type="submit" form="op.deviceConfirmForm">${escapeHtml(words['program.continue'])}</button>`,
      })),
    done: (context) => show(context, (words) => ({ title: words['program.done-title'], text: words['program.done'] })),
  }
}

/** The library's own field of the code, in English and without a label. */
const ownField = /<input\s[^>]*name="user_code"[^>]*>(?:<\/input>)?/u

/** Our labelled field takes its position, and belongs to the library's form by the attribute `form`. */
function enter(form: string, { label, button }: { label: string; button: string }): string {
  const id = 'op.deviceInputForm'
  return `${form.replace(ownField, '')}
    <label>${escapeHtml(label)}
      <input form="${id}" name="user_code" required autocomplete="off" autocapitalize="characters" spellcheck="false" />
    </label>
    <button type="submit" form="${id}">${escapeHtml(button)}</button>`
}
