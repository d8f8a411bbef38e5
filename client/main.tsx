import * as z from 'zod/mini'
import { startApp } from './app/start-app.tsx'
import { readBrandSettings } from './brand-settings.ts'

// Stops zod from compiling its schemas, which the content security policy forbids.
z.config({ jitless: true })

// The Trusted Types policy for code that sets HTML without a policy of its own. It allows only the empty text, with
// which react-aria clears its announcements.
window.trustedTypes?.createPolicy('default', { createHTML: (html) => (html === '' ? html : null) })

const pauseMs = 50

// The code is in a function, because with a top-level `await` the bundler would create three more files for the first
// view.
async function start(): Promise<void> {
  // Returns control to the browser once. On a slow phone, one task for both the script and the start of the page would
  // delay input.
  await new Promise((resolve) => setTimeout(resolve))
  // Waits up to 50 ms until the early calls are sent. Otherwise the start of the page would delay these calls once the
  // token has arrived.
  await Promise.race([window.firstCallsSent, new Promise((resolve) => setTimeout(resolve, pauseMs))])
  await startApp({ brand: readBrandSettings(document), root: document.querySelector('#root') })
}

void start()
