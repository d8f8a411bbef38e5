import * as z from 'zod/mini'
import { startPage } from './app/start-page.tsx'
import { readBrand } from './brand.ts'

// The content security policy forbids what zod would otherwise try: compiling its schemas.
z.config({ jitless: true })

await startPage({ brand: readBrand(document), root: document.querySelector('#root') })
