import * as z from 'zod/mini'
import { startPage } from './app/start-page.tsx'
import { readBrand } from './brand.ts'

// The content security policy forbids what zod would otherwise try: compiling its schemas.
z.config({ jitless: true })

// The policy for what names none. react-aria empties its announcements by innerHTML: of markup, nothing else passes.
window.trustedTypes?.createPolicy('default', { createHTML: (html) => (html === '' ? html : null) })

await startPage({ brand: readBrand(document), root: document.querySelector('#root') })
