import { type FirstAnswersByUrl, firstAnswersId } from '#contract/first-calls.ts'
import { getBrowserStorage } from '#client/browser-storage.ts'
import { localeOf, readPreferredLanguage } from '#client/i18n/language-choice.ts'
import { isDrawnForBrowser } from './drawn-view.ts'
import { sendFirstCalls, earlyAnswerMaxAgeMs } from './first-calls.ts'
import { recordLastPress } from './early-press.ts'

/** The paths of the text files by language. The build sets them. */
declare const catalogFiles: Readonly<Record<string, string>>

// Does nothing if the app has started before this script runs: the app has then set `firstAnswers`.
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
  const language = readPreferredLanguage(getBrowserStorage('localStorage'), navigator.languages)
  showDrawn(localeOf(language, navigator.languages))
  preload(catalogFiles[language])
  setTimeout(() => formatOnce(language))
  recordLastPress(document)
  sayWhatFails(document.body)
}

/**
 * Shows the view that the server drew, if the app would show the same view. Otherwise the outline of the page stays
 * visible. If the app has not started after 15 s, the outline replaces the drawn view.
 */
function showDrawn(locale: string): void {
  const { dataset } = document.body
  const minutesBehind = new Date().getTimezoneOffset()
  const { history } = window
  const tabStorage = getBrowserStorage('sessionStorage')
  if (!isDrawnForBrowser(dataset, { locale, minutesBehind, tabStorage, entry: history.state })) return
  dataset['drawn'] = ''
  setTimeout(() => delete dataset['drawn'], earlyAnswerMaxAgeMs)
}

/**
 * When a script fails to load, shows the message that the app could not be loaded. The listener uses the capture phase,
 * because such an error does not bubble.
 */
function sayWhatFails({ dataset }: HTMLElement): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement) dataset['failed'] = ''
    },
    { capture: true },
  )
}

/** Reads the answers in the document and removes them from it, because personal data must not stay there. */
function takeAnswers(page: Document): FirstAnswersByUrl {
  const element = page.querySelector(`#${firstAnswersId}`)
  element?.remove()
  return JSON.parse(element?.textContent ?? '{}') as FirstAnswersByUrl
}

function brandIdOf(page: Document): string {
  return (JSON.parse(page.querySelector('#brand')?.textContent ?? '{}') as { id?: string }).id ?? ''
}

/**
 * Creates a date format before the page needs one. The browser then loads the data of the language, about 0.1 s on a
 * slow phone, while the page waits for the network.
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
