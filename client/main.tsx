import * as z from 'zod/mini'
import { startPage } from './app/start-page.tsx'
import { readBrand } from './brand.ts'

// Stops zod from compiling its schemas, which the content security policy forbids.
z.config({ jitless: true })

// The Trusted Types policy for code that names none: it only lets react-aria empty its announcements by innerHTML.
window.trustedTypes?.createPolicy('default', { createHTML: (html) => (html === '' ? html : null) })

const pauseMs = 50

// A function, because a module that awaits would make the bundler create three more files for the first view.
async function start(): Promise<void> {
  // Yields once: on a slow phone, one task that loads the script and starts the page would delay input.
  await new Promise((resolve) => setTimeout(resolve))
  // Waits briefly for early calls, because starting the page would delay a token that has arrived.
  await Promise.race([window.firstCallsSent, new Promise((resolve) => setTimeout(resolve, pauseMs))])
  await startPage({ brand: readBrand(document), root: document.querySelector('#root') })
}

void start()
