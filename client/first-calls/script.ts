import { type AnswersOfDocument, firstAnswersId } from '#contract/first-calls.ts'
import { browserStorage } from '#client/browser-storage.ts'
import { localeOf, preferredLanguage } from '#client/i18n/language-choice.ts'
import { isDrawnForHere } from './drawn.ts'
import { askFirst, validMs } from './first-calls.ts'

/** The files of the texts by language; the build writes them in. */
declare const catalogFiles: Readonly<Record<string, string>>

// Runs while the page's own script is still on its way, so that it finds answers instead of asking.
if (!window.firstAnswers) {
  const { answers, sent } = askFirst({
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
}

/** Shows what the server has drawn, where that is what the page will show, until it is old: else there is the outline. */
function showDrawn(locale: string): void {
  const { dataset } = document.body
  const minutesBehind = new Date().getTimezoneOffset()
  const { history } = window
  const tabStorage = browserStorage('sessionStorage')
  if (!isDrawnForHere(dataset, { locale, minutesBehind, tabStorage, entry: history.state })) return
  dataset['drawn'] = ''
  setTimeout(() => delete dataset['drawn'], validMs)
}

/** They are taken out: what is somebody's own is not to lie about in the page. */
function takeAnswers(page: Document): AnswersOfDocument {
  const element = page.querySelector(`#${firstAnswersId}`)
  element?.remove()
  return JSON.parse(element?.textContent ?? '{}') as AnswersOfDocument
}

function brandIdOf(page: Document): string {
  return (JSON.parse(page.querySelector('#brand')?.textContent ?? '{}') as { id?: string }).id ?? ''
}

/**
 * Whoever formats first waits until the browser has read which languages it knows, on a slow phone for a tenth of a second.
 * Here nobody waits.
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
