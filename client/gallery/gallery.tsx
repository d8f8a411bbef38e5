import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { parseGalleryChoice } from './gallery-choice.ts'
import { componentNames, loadExamples } from './component-examples.ts'
import { Gallery, type ComponentExamples } from './gallery-page.tsx'

// `npm run dev` serves this page at /gallery; the built page does not contain it.
const choice = parseGalleryChoice(window.location.search)
const brands = z.array(z.string()).parse(JSON.parse(document.querySelector('#brands')?.textContent ?? ''))
const components: ComponentExamples[] = await Promise.all(
  componentNames.map(async (name) => ({ name, examples: await loadExamples(name) })),
)

document.documentElement.dataset['appearance'] = choice.scheme
createRoot(document.querySelector('#root') ?? document.body).render(
  <Gallery choice={choice} brands={brands} components={components} />,
)
