import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { contrastRatio, mixColours } from './contrast.ts'
import { readBrands } from './read-brands.ts'
import {
  colourRoles,
  type ColourRole,
  type CustomProperties,
  type ColourScheme,
  type PropertiesByScheme,
} from './theme.ts'

/** The minimum contrast ratios of WCAG 2.2: 1.4.3 for text, 1.4.11 for graphics that identify a control or a state. */
const textRatio = 4.5
const graphicRatio = 3

const grounds: ColourRole[] = ['surface', 'raised']
const textPairs: [ColourRole, ColourRole][] = [
  ...[...grounds, 'sunken' as const].flatMap((background): [ColourRole, ColourRole][] => [
    ['ink', background],
    ['ink-muted', background],
  ]),
  ...grounds.flatMap((background): [ColourRole, ColourRole][] => [
    ['brand-ink', background],
    ['danger-ink', background],
  ]),
  ['on-brand', 'brand'],
  ['on-brand', 'brand-strong'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-strong'],
  ['brand-ink', 'brand-soft'],
  ['ink', 'brand-soft'],
  ...(['ok', 'warning', 'danger', 'idle'] as const).flatMap((state): [ColourRole, ColourRole][] => [
    [`${state}-ink`, `${state}-soft`],
    [`${state}-ink`, 'raised'],
    ['ink', `${state}-soft`],
  ]),
]
const graphicPairs = grounds.flatMap((background) =>
  (['control', 'brand', 'focus', 'ok', 'warning', 'danger', 'idle'] as const).map(
    (role) => [role, background] as const,
  ),
)

const tokens = await readFile(new URL('../client/styles/tokens.css', import.meta.url), 'utf8')
const signInStyles = await readFile(new URL('../stand-ins/identity/pages/layout.ts', import.meta.url), 'utf8')
const backdropOpacity = Number(
  /--sign-in-backdrop,[^}]*?opacity: (?<opacity>[\d.]+);/u.exec(signInStyles)?.groups?.['opacity'],
)
const { brands } = await readBrands()
const cases = [...brands].flatMap(([id, brand]) =>
  (['light', 'dark'] as const).map((scheme) => ({ id, scheme, colours: coloursOf(brand.theme, scheme) })),
)

test.each(cases)('text of brand $id is readable in $scheme', ({ colours }) => {
  expect(weakPairs(colours, textPairs, textRatio)).toEqual([])
})

test.each(cases.filter(({ colours }) => 'hero' in colours))(
  'text is readable on the values of brand $id in $scheme',
  ({ colours }) => {
    const weak = ['ink', 'ink-muted', 'brand-ink'].filter(
      (role) => contrastRatio(colours[role] ?? '', colours['hero'] ?? '') < textRatio,
    )
    expect(weak).toEqual([])
  },
)

test.each(cases)('controls, focus and status of brand $id are distinguishable in $scheme', ({ colours }) => {
  expect(weakPairs(colours, graphicPairs, graphicRatio)).toEqual([])
})

test.each(cases)('chart lines are distinguishable from the background of brand $id in $scheme', ({ colours }) => {
  const lines = colourRoles.filter((role) => role.startsWith('chart-')).map((role) => [role, 'raised'] as const)
  expect(weakPairs(colours, lines, graphicRatio)).toEqual([])
})

test.each(cases)('text over the sign-in backdrop of brand $id is readable in $scheme', ({ colours }) => {
  const [brand = '', surface = ''] = [colours['brand'], colours['surface']]
  // Text must be readable where the picture of the backdrop covers the surface, in the brand colour with
  // `backdropOpacity`, and where the picture is transparent.
  for (const background of [surface, mixColours(brand, surface, backdropOpacity)])
    for (const text of ['ink', 'brand-ink'] as const)
      expect(contrastRatio(colours[text] ?? '', background), `${text} on ${background}`).toBeGreaterThanOrEqual(
        textRatio,
      )
})

test('black on white has the highest contrast, and a colour on itself the lowest', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastRatio('#777777', '#777777')).toBe(1)
  expect(contrastRatio('#767676', '#ffffff')).toBeGreaterThan(textRatio)
  expect(contrastRatio('#787878', '#ffffff')).toBeLessThan(textRatio)
})

function weakPairs(
  colours: CustomProperties,
  pairs: readonly (readonly [ColourRole, ColourRole])[],
  min: number,
): string[] {
  return pairs
    .map(([ink, background]) => ({
      ink,
      background,
      ratio: contrastRatio(colours[ink] ?? '', colours[background] ?? ''),
    }))
    .filter(({ ratio }) => ratio < min)
    .map(({ ink, background, ratio }) => `${ink} on ${background}: ${ratio.toFixed(2)}`)
}

/**
 * Returns the colours of a brand: the default colours of the app, overridden by the brand's theme as in the CSS
 * cascade.
 */
function coloursOf(theme: PropertiesByScheme, scheme: ColourScheme): CustomProperties {
  const defaults = Object.fromEntries(colourRoles.map((role) => [role, defaultOf(role, scheme)]))
  return { ...defaults, ...theme[scheme] }
}

function defaultOf(role: ColourRole, scheme: ColourScheme): string {
  const pattern = `--${role}: var\\(--light, (?<light>#[0-9a-f]{6})\\) var\\(--dark, (?<dark>#[0-9a-f]{6})\\);`
  const found = new RegExp(pattern).exec(tokens)?.groups?.[scheme]
  if (!found) throw new Error(`the tokens have no ${role}`)
  return found
}
