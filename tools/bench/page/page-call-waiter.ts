import type { CDPSession } from '@playwright/test'
import { minuteMs } from '#contract/durations.ts'

const waitsMs = minuteMs

/**
 * Returns a function that waits for the first call of `window[name]` in the page, and resolves to the argument of the
 * call.
 *
 * The wait functions of Playwright are not used, because they run a script in the main thread of the page during the
 * measurement. This takes 0.1 s if the CPU is slowed down four times.
 *
 * @throws Error if there is no call within a minute
 */
export async function createPageCallWaiter(devtools: CDPSession, name: string): Promise<() => Promise<string>> {
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
