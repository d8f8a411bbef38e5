import * as z from 'zod/mini'
import { startPage } from './app/start-page.tsx'
import { readBrand } from './brand.ts'

// The content security policy forbids that zod compiles its schemas.
z.config({ jitless: true })

// The Trusted Types policy for code that names none. react-aria empties its announcements by innerHTML; no other markup
// passes.
window.trustedTypes?.createPolicy('default', { createHTML: (html) => (html === '' ? html : null) })

const pauseMs = 50

// A function, because the bundler makes more files if a module awaits: 3 in the first view.
async function start(): Promise<void> {
  // Yields once: on a slow phone, loading the script and starting the page in one task would delay input.
  await new Promise((resolve) => setTimeout(resolve))
  // Starting the page would delay a token that has arrived; a token still in transit is not waited for.
  await Promise.race([window.firstCallsSent, new Promise((resolve) => setTimeout(resolve, pauseMs))])
  await startPage({ brand: readBrand(document), root: document.querySelector('#root') })
}

void start()
