import { createRoot } from 'react-dom/client'
import { readBrand } from '#client/brand.ts'
import { TextProvider, useTexts } from '#client/i18n/text-provider.tsx'
import * as lateTexts from '#client/i18n/late-texts.ts'
import * as noticeTexts from '#client/i18n/notice-texts.ts'
import { createTranslation, loadCatalog } from '#client/i18n/translation.ts'
import { FixedLocation } from '#client/router/fixed-location.tsx'
import type { Example } from '#client/ui/example.ts'
import { readChoice } from './choice.ts'
import { examplesOf } from './component-examples.ts'

// Each example has a document of its own, so that media queries and overlays work as on a screen.
const { scheme, language, component } = readChoice(window.location.search)
const wanted = new URLSearchParams(window.location.search).get('example')
const brand = readBrand(document)
document.documentElement.dataset['appearance'] = scheme

const [examples, translation] = await Promise.all([
  examplesOf(component ?? ''),
  createTranslation({
    load: loadCatalog,
    keeping: { getItem: () => language, setItem: () => {} },
    preferred: [language],
    onLanguage: (chosen) => (document.documentElement.lang = chosen),
  }),
])

function Shown({ example }: { example: Example | undefined }) {
  const { t, language: spoken, locale } = useTexts()
  return example?.render({ t, language: spoken, locale, brand })
}

await Promise.all(Object.values({ ...lateTexts, ...noticeTexts }).map(translation.extend))

createRoot(document.querySelector('#root') ?? document.body).render(
  <FixedLocation>
    <TextProvider translation={translation}>
      <Shown example={examples.find(({ name }) => name === wanted)} />
    </TextProvider>
  </FixedLocation>,
)
