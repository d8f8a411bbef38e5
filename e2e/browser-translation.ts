import type { Page } from '@playwright/test'

/**
 * Translates the page as Chrome does, from the first text on and as long as it is open: each text node is replaced by
 * `<font><font>…</font></font>`. The words stay the same, so that tests find them. Resolves to a function that
 * returns `bare`, the texts that React would change or remove through a replaced text node, and the errors of the
 * page.
 */
export async function translatePages(page: Page): Promise<() => Promise<{ bare: string[]; errors: string[] }>> {
  const errors: string[] = []
  const bare: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (said) => {
    if (said.type() === 'error' && /The page broke|part of the page broke|NotFoundError/u.test(said.text()))
      errors.push(said.text())
  })
  await page.exposeFunction('noteBareText', (text: string) => bare.push(text))
  await page.addInitScript(translate)
  return async () => {
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    return { bare: bare.splice(0), errors: errors.splice(0) }
  }
}

/** Runs in the page. */
function translate(): void {
  const { noteBareText } = window as unknown as { noteBareText(text: string): Promise<void> }
  const untranslated = 'script,style,noscript,textarea,title,option,svg,font,code,[translate=no],.notranslate'

  function replace(text: Text): void {
    const parent = text.parentElement
    if (!parent || text.data.trim() === '' || parent.closest(untranslated)) return
    // React stores its own field on a text node only if it updates that node directly.
    if (Object.keys(text).some((key) => key.startsWith('__reactFiber$')))
      void noteBareText(`${parent.outerHTML.slice(0, 160)} … ${text.data.slice(0, 80)}`)
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

  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') translateIn(target)
      for (const added of addedNodes) translateIn(added)
    }
  }).observe(document, { childList: true, characterData: true, subtree: true })
}
