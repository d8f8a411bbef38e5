import type { CDPSession } from '@playwright/test'

const waitsMs = 60_000

/**
 * Hears what the page first says to `window[name]`. Playwright's own ways to wait have the page's main thread read their
 * script first, in the midst of what is measured: a tenth of a second of a phone that is four times slower.
 * @throws Error where it says nothing for a minute
 */
export async function wordOfPage(devtools: CDPSession, name: string): Promise<() => Promise<string>> {
  const said = Promise.withResolvers<string>()
  devtools.on('Runtime.bindingCalled', ({ name: called, payload }) => {
    if (called === name) said.resolve(payload)
  })
  await devtools.send('Runtime.enable')
  await devtools.send('Runtime.addBinding', { name })
  return async () => {
    const timer = setTimeout(() => said.reject(new Error(`The page has not called ${name}.`)), waitsMs)
    return said.promise.finally(() => clearTimeout(timer))
  }
}
