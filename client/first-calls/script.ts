import { type AnswersOfDocument, firstAnswersId } from '#contract/first-calls.ts'
import { browserStorage } from '#client/browser-storage.ts'
import { localeOf, preferredLanguage } from '#client/i18n/language-choice.ts'
import { isDrawnForHere } from './drawn.ts'
import { sendFirstCalls, validMs } from './first-calls.ts'
import { rememberPresses } from './first-press.ts'

/** The files of the texts by language; set by the build. */
declare const catalogFiles: Readonly<Record<string, string>>

// Runs while the page's own script is loading, so that the page finds answers.
if (!window.firstAnswers) {
  const { answers, sent } = sendFirstCalls({
    isSessionExpected: document.body.dataset['session'] === 'expected',
    path: window.location.pathname,
    brandId: brandIdOf(document),
    ofDocument: takeAnswers(document),
    fetch: (url, init) => window.fetch(url, init),
    now: () => performance.now(),
  })
  window.firstAnswers = answers
  window.firstCallsSent = sent
  const language = preferredLanguage(browserStorage('localStorage'), navigator.languages)
  showDrawn(localeOf(language, navigator.languages))
  preload(catalogFiles[language])
  setTimeout(() => formatOnce(language))
  rememberPresses(document)
  sayWhatFails(document.body)
}

/**
 * Shows the view that the server drew, if the page would show the same and it is not too old; otherwise the outline.
 */
function showDrawn(locale: string): void {
  const { dataset } = document.body
  const minutesBehind = new Date().getTimezoneOffset()
  const { history } = window
  const tabStorage = browserStorage('sessionStorage')
  if (!isDrawnForHere(dataset, { locale, minutesBehind, tabStorage, entry: history.state })) return
  dataset['drawn'] = ''
  setTimeout(() => delete dataset['drawn'], validMs)
}

/** If a script of the document cannot be loaded, the document says so at once. Errors of elements do not bubble. */
function sayWhatFails({ dataset }: HTMLElement): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement) dataset['failed'] = ''
    },
    { capture: true },
  )
}

/** Removes the answers from the document, because personal data must not stay in it. */
function takeAnswers(page: Document): AnswersOfDocument {
  const element = page.querySelector(`#${firstAnswersId}`)
  element?.remove()
  return JSON.parse(element?.textContent ?? '{}') as AnswersOfDocument
}

function brandIdOf(page: Document): string {
  return (JSON.parse(page.querySelector('#brand')?.textContent ?? '{}') as { id?: string }).id ?? ''
}

/**
 * Creates a first date format now: the browser then loads its language data, which takes a tenth of a second on a
 * slow phone, while the page waits for the network anyway.
 */
function formatOnce(language: string): void {
  new Intl.DateTimeFormat(language).format(0)
}

function preload(file: string | undefined): void {
  if (file === undefined) return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = file
  document.head.append(link)
}
