import * as z from 'zod/mini'

/** Fonts that systems have, by which the page is set until the brand's own is there; each with those that are as wide. */
const systemFonts = { Arial: ['Arial', 'Liberation Sans'], Roboto: ['Roboto'], 'Segoe UI': ['Segoe UI'] } as const

const systemFontNames = ['Arial', 'Roboto', 'Segoe UI'] as const satisfies readonly (keyof typeof systemFonts)[]

const percent = z.number().check(z.gte(20), z.lte(200))
const range = 'U\\+[0-9A-F]{1,5}(?:-[0-9A-F]{1,5})?'

/** Specification 11.2. */
export const brandTypeface = z.strictObject({
  name: z.string().check(z.regex(/^[A-Z][A-Za-z0-9 -]{0,39}$/)),
  weights: z.string().check(z.regex(/^[1-9]00(?: [1-9]00)?$/)),
  files: z
    .array(
      z.strictObject({
        file: z.string().check(z.regex(/^[\w-]+\.woff2$/)),
        letters: z.string().check(z.regex(new RegExp(`^${range}(?:, ${range})*$`))),
      }),
    )
    .check(z.minLength(1), z.maxLength(8)),
  fallbacks: z
    .array(z.strictObject({ like: z.enum(systemFontNames), sizeAdjust: percent, ascent: percent, descent: percent }))
    .check(z.minLength(1)),
})

/**
 * A typeface of the brand's own. `weights` and `letters` as CSS writes font-weight and unicode-range: '400 700', 'U+20-7E'.
 * `fallbacks`: how a system's font is made as wide and as high, in per cent, as size-adjust, ascent-override and
 * descent-override of CSS take them.
 */
export type BrandTypeface = z.infer<typeof brandTypeface>

/** One of its files, read. */
type TypefaceFile = { letters: string; content: Uint8Array }

/** A typeface with its files. */
export type LoadedTypeface = Omit<BrandTypeface, 'files'> & { files: readonly TypefaceFile[] }

/** What the page asks for when it has time. */
export type PageTypeface = { name: string; weights: string; files: readonly { letters: string; url: string }[] }

/** All files of a typeface together, in bytes: the first visit loads them. */
const heaviest = 100_000

/** Why the files are none that the page would load; null for good ones. */
export function typefaceFault(files: readonly Uint8Array[]): string | null {
  if (files.some((content) => String.fromCodePoint(...content.subarray(0, 4)) !== 'wOF2'))
    return 'has a file that is no WOFF2'
  const weight = files.reduce((sum, { byteLength }) => sum + byteLength, 0)
  return weight > heaviest ? `weighs more than ${heaviest / 1000} kB` : null
}

/** The page set in the typeface, and until that is there in what is as wide and as high, so that nothing moves. */
export function typefaceCss({ name, fallbacks }: Pick<LoadedTypeface, 'name' | 'fallbacks'>): string {
  const standIns = fallbacks.map(({ like, sizeAdjust, ascent, descent }) => {
    const sources = systemFonts[like].map((font) => `local('${font}')`).join(',')
    const metrics = `size-adjust:${sizeAdjust}%;ascent-override:${ascent}%;descent-override:${descent}%`
    return `@font-face{font-family:'${name} in ${like}';src:${sources};${metrics};line-gap-override:0%;}`
  })
  const families = [name, ...fallbacks.map(({ like }) => `${name} in ${like}`)].map((family) => `'${family}'`)
  return `${standIns.join('')}:root{--font:${families.join(',')},system-ui,sans-serif;}`
}
