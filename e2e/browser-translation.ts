import type { Page } from '@playwright/test'

export type PageTranslation = {
  /**
   * Returns the problems since the last call. `bare`: texts that React would change or remove through a text node that
   * was replaced. `errors`: errors of the page.
   */
  takeProblems(): Promise<{ bare: string[]; errors: string[] }>
  /** Shows the untranslated page while `check` runs. */
  runWithoutTranslation(check: () => Promise<void>): Promise<void>
}

/**
 * Simulates that Chrome translates the page. From the first text on, replaces each text node by
 * `<font><font>…</font></font>`. The words stay the same, so that tests can find them.
 */
export async function simulateBrowserTranslation(page: Page): Promise<PageTranslation> {
  const errors: string[] = []
  const bare: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (consoleMessage) => {
    if (
      consoleMessage.type() === 'error' &&
      /The page broke|part of the page broke|NotFoundError/u.test(consoleMessage.text())
    )
      errors.push(consoleMessage.text())
  })
  await page.exposeFunction('reportBareText', (text: string) => bare.push(text))
  await page.addInitScript(translate)
  return {
    async takeProblems() {
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
      return { bare: bare.splice(0), errors: errors.splice(0) }
    },
    async runWithoutTranslation(check) {
      await page.evaluate(() => (window as unknown as TranslatedWindow).pageTranslation.stop())
      await check()
      await page.evaluate(() => (window as unknown as TranslatedWindow).pageTranslation.start())
    },
  }
}

type TranslatedWindow = {
  reportBareText(text: string): Promise<void>
  pageTranslation: { start(): void; stop(): void }
}

/** Replaces each text node of the document when it is added or changed. Runs in the page. */
function translate(): void {
  const translatedWindow = window as unknown as TranslatedWindow
  const untranslated = 'script,style,noscript,textarea,title,option,svg,font,code,[translate=no],.notranslate'

  function replace(text: Text): void {
    const parent = text.parentElement
    if (!parent || text.data.trim() === '' || parent.closest(untranslated)) return
    // Reports a text node that React would update directly. On such a node, React stores a field of its own.
    if (Object.keys(text).some((key) => key.startsWith('__reactFiber$')))
      void translatedWindow.reportBareText(`${parent.outerHTML.slice(0, 160)} … ${text.data.slice(0, 80)}`)
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    outer.append(inner)
    inner.append(text.data)
    text.replaceWith(outer)
  }

  function translateIn(node: Node): void {
    if (node instanceof Text) return replace(node)
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) replace(text)
  }

  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') translateIn(target)
      for (const added of addedNodes) translateIn(added)
    }
  })
  const observe = () => observer.observe(document, { childList: true, characterData: true, subtree: true })

  translatedWindow.pageTranslation = {
    start() {
      translateIn(document)
      observe()
    },
    stop() {
      observer.disconnect()
      for (const font of document.querySelectorAll('font:has(> font)')) font.replaceWith(font.textContent ?? '')
    },
  }
  observe()
}
