import type { FastifyRequest } from 'fastify'
import type { ProviderContext } from 'oidc-provider'
import { escapeHtml } from '#contract/escape-html.ts'
import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import type { Language } from '#contract/languages.ts'
import { languageOfReader } from '#server/http/language-of-reader.ts'
import { readTextsByLanguage } from '#texts/read-texts.ts'
import type { AuthorizationPages } from './authorization-configuration.ts'

const texts = readTextsByLanguage('program-sign-in')

type Words = (typeof texts)[Language]

/** Formats markup as a document in the brand's style, without scripts. */
export type DocumentRenderer = (
  request: FastifyRequest,
  document: { title: string; language: Language; content: string },
) => string

export type AuthorizationPageDependencies = {
  layOut: DocumentRenderer
  /** Returns the Fastify request for a raw Node request that the library answers. */
  requestOf(raw: object): FastifyRequest | undefined
}

type Content = { title: string; text: string; more?: string }

/**
 * Creates the documents that the authorization server shows: errors, and the pages on which a person enters and
 * confirms the code of a program without a browser. RFC 8628.
 */
export function createAuthorizationPages({ layOut, requestOf }: AuthorizationPageDependencies): AuthorizationPages {
  function show(context: ProviderContext, contentIn: (words: Words) => Content): void {
    const request = requestOf(context.req)
    const language = request ? languageOfReader(request) : 'en'
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
      show(context, (words) =>
        isAborted(error) ? declined(words) : codeQuestion(words, { form, isWrong: Boolean(error) }),
      ),
    confirmCode: (context, ...[form, client, , code]) =>
      show(context, (words) => ({
        title: words['program.code-title'],
        text: words['program.asks'].replace('{program}', () => isolateNameDirection(client.clientName ?? '')),
        more: `<p>${escapeHtml(words['program.code-check'].replace('{code}', () => code))}</p>${form}<p>
          <button type="submit" form="${confirmForm}">${escapeHtml(words['program.continue'])}</button>
          <button type="submit" form="${confirmForm}" name="abort" value="yes">${escapeHtml(words['program.cancel'])}</button>
        </p>`,
      })),
    done: (context) => show(context, (words) => ({ title: words['program.done-title'], text: words['program.done'] })),
  }
}

/** The ids of the library's forms. The portal's fields and buttons belong to these forms by the attribute `form`. */
const [inputForm, confirmForm] = ['op.deviceInputForm', 'op.deviceConfirmForm']

/** Whether the person cancelled or shared nothing. The library shows that only by the name of its error. */
function isAborted(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortedError'
}

function declined(words: Words): Content {
  return { title: words['program.declined-title'], text: words['program.declined'] }
}

/**
 * Matches the library's own field for the code, which is in English and has no label. The portal's field replaces this
 * field.
 */
const ownField = /<input\s[^>]*name="user_code"[^>]*>(?:<\/input>)?/u

function codeQuestion(words: Words, { form, isWrong }: { form: string; isWrong: boolean }): Content {
  const describedBy = isWrong ? ' aria-invalid="true" aria-describedby="code-error"' : ''
  const error = isWrong ? `<span id="code-error">${escapeHtml(words['program.code-wrong'])}</span>` : ''
  const field = `<input form="${inputForm}" id="code" name="user_code" required${describedBy} autocomplete="off" autocapitalize="characters" spellcheck="false" />`
  return {
    title: words['program.code-title'],
    text: words['program.code'],
    more: `${form.replace(ownField, '')}
      <p class="outline-field"><label for="code">${escapeHtml(words['program.code-label'])}</label>${field}${error}</p>
      <button type="submit" form="${inputForm}">${escapeHtml(words['program.continue'])}</button>`,
  }
}
