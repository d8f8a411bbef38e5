import { createRoot } from 'react-dom/client'
import { readBrandSettings } from '#client/brand-settings.ts'
import { TextProvider, useTexts } from '#client/i18n/text-provider.tsx'
import * as lateTexts from '#client/i18n/late-texts.ts'
import { noticeTextLoaders } from '#client/i18n/notice-texts.ts'
import { createTranslation, loadSharedTexts } from '#client/i18n/translation.ts'
import { StaticRouter } from '#client/router/static-router.tsx'
import { addTypeface, readTypeface } from '#client/styles/typeface.ts'
import type { Example } from '#client/ui/example.ts'
import { parseGalleryChoice } from './gallery-choice.ts'
import { componentNames, loadExamples } from './component-examples.ts'

// The document in the iframe of an example. In a document of its own, media queries and overlays work as on a screen.
// If the address names no example, the document shows all examples of the component, or of all components.
const { scheme, language, component } = parseGalleryChoice(window.location.search)
const wantedExample = new URLSearchParams(window.location.search).get('example')
const brand = readBrandSettings(document)
document.documentElement.dataset['appearance'] = scheme

const [examples, translation] = await Promise.all([
  Promise.all((component === null ? componentNames : [component]).map(loadExamples)),
  createTranslation({
    load: loadSharedTexts,
    keeping: { getItem: () => language, setItem: () => {} },
    preferred: [language],
    onLanguage: (chosenLanguage) => (document.documentElement.lang = chosenLanguage),
  }),
])

function ShownExample({ name, render }: Example) {
  const { t, language: spoken, locale } = useTexts()
  return <div data-example={name}>{render({ t, language: spoken, locale, brand })}</div>
}

addTypeface(readTypeface(document), document.fonts, { getItem: () => null, setItem: () => {} })
await Promise.all([...Object.values(lateTexts), ...noticeTextLoaders].map(translation.extend))

createRoot(document.querySelector('#root') ?? document.body).render(
  <StaticRouter>
    <TextProvider translation={translation}>
      {examples
        .flat()
        .filter(({ name }) => wantedExample === null || name === wantedExample)
        .map((example, index) => (
          <ShownExample key={index} {...example} />
        ))}
    </TextProvider>
  </StaticRouter>,
)
