import * as z from 'zod/mini'
import { startPage } from './app/start-page.tsx'
import { readBrand } from './brand.ts'

// The content security policy forbids what zod would otherwise try: compiling its schemas.
z.config({ jitless: true })

// The policy for what names none. react-aria empties its announcements by innerHTML: of markup, nothing else passes.
window.trustedTypes?.createPolicy('default', { createHTML: (html) => (html === '' ? html : null) })

const pauseMs = 50

// A pause: on a slow phone loading the script and starting the page would together hold up what the finger does.
await new Promise((resolve) => setTimeout(resolve))
// Starting the page would keep a token that has come from being used; on one that is still on its way nobody waits.
await Promise.race([window.firstCallsSent, new Promise((resolve) => setTimeout(resolve, pauseMs))])

await startPage({ brand: readBrand(document), root: document.querySelector('#root') })
