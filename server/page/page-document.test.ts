import { expect, test } from 'vitest'
import { readBrands } from '#brands/read-brands.ts'
import { preparePageDocument, createBrandDocument } from './page-document.ts'

const { defaultBrand } = await readBrands()
const template = '<!--brand-head-->'

test('a typeface of the brand replaces the portal’s, only the page loads it, and nothing moves when it arrives', () => {
  const { html, themeCss, typefaceFiles } = createBrandDocument(template, {
    ...defaultBrand,
    typeface: {
      name: 'Gorse Sans',
      weights: '400 700',
      files: [{ letters: 'U+20-7E', content: Buffer.from('wOF2') }],
      fallbacks: [{ like: 'Arial', sizeAdjust: 99.6, ascent: 98.8, descent: 31.7 }],
    },
  })
  const [file] = typefaceFiles
  expect(file?.path).toMatch(/^\/brand\/cedar\/typeface-[\w-]{10}\.woff2$/u)
  const [, json] = /<script type="application\/json" id="typeface">(.*?)<\/script>/u.exec(html) ?? []
  expect(JSON.parse(json ?? '')).toEqual({
    name: 'Gorse Sans',
    weights: '400 700',
    files: [{ letters: 'U+20-7E', url: file?.path }],
  })
  expect(themeCss).toContain(":root{--font:'Gorse Sans','Gorse Sans in Arial',system-ui,sans-serif;}")
  expect(themeCss).toContain("src:local('Arial'),local('Liberation Sans');size-adjust:99.6%;")
  // The style sheet must not reference the typeface file, because the reference would delay its download.
  expect(themeCss).not.toContain('woff2')
})

test('a brand without its own typeface has no typeface settings', () => {
  const { html, themeCss, typefaceFiles } = createBrandDocument(template, defaultBrand)
  expect(html).not.toContain('id="typeface"')
  expect(themeCss).not.toContain('--font')
  expect(typefaceFiles).toEqual([])
})

test('the answers of the first calls come before the first script, and cannot close their element', () => {
  const answers = { '/api/2/users/me': { firstName: '</script><script>alert(1)</script>$&' } }
  const request = { address: '/account', isSessionExpected: true, appearance: 'system', answers } as const
  const html = preparePageDocument('<body><script src="/first.js"></script></body>', request)
  const [, json, rest] = /<script type="application\/json" id="first-answers">(.*?)<\/script>(.*)/u.exec(html) ?? []
  expect(JSON.parse(json ?? '')).toEqual(answers)
  expect(rest).toBe('<script src="/first.js"></script></body>')
  expect(preparePageDocument('<body></body>', { ...request, answers: null })).toBe(
    '<body data-session="expected" data-navigation></body>',
  )
})

test('a drawn view is next to the outline, inert, with its reader', () => {
  const html = '<body>\n<div id="root"><div class="outline"></div></div></body>'
  const request = { address: '/', isSessionExpected: true, appearance: 'system' } as const
  const drawn = { language: 'de', markup: '<main>$& Geräte</main>', locale: 'de-AT', minutesBehind: -60 } as const
  const inert = '<div class="drawn" lang="de" inert aria-hidden="true"><main>$& Geräte</main></div>'
  expect(preparePageDocument(html, { ...request, drawn })).toBe(
    '<body data-session="expected" data-navigation data-locale="de-AT" data-minutes-behind="-60">\n' +
      `<div id="root">${inert}<div class="outline"></div></div></body>`,
  )
  expect(preparePageDocument(html, { ...request, drawn: null })).not.toContain('inert')
})

test('links for long lists are kept only for people who have one', () => {
  const links = '<link rel="modulepreload" crossorigin href="/many.js" data-many>\n'
  const html = `<head>\n<link rel="stylesheet" href="/page.css">\n${links}</head><body></body>`
  const request = { address: '/appliances', isSessionExpected: true, appearance: 'system' } as const
  expect(preparePageDocument(html, { ...request, showsMany: true })).toContain(links)
  for (const each of [request, { ...request, isSessionExpected: false }]) {
    const shown = preparePageDocument(html, each)
    expect(shown).not.toContain('many')
    expect(shown).toContain('<link rel="stylesheet" href="/page.css">\n</head>')
  }
})
