import * as z from 'zod/mini'

/**
 * The system fonts that the page shows until the brand's typeface is loaded. Each has a list of fonts with the same
 * character widths.
 */
const systemFonts = { Arial: ['Arial', 'Liberation Sans'], Roboto: ['Roboto'], 'Segoe UI': ['Segoe UI'] } as const

const systemFontNames = ['Arial', 'Roboto', 'Segoe UI'] as const satisfies readonly (keyof typeof systemFonts)[]

const percent = z.number().check(z.gte(20), z.lte(200))
const unicodeRange = 'U\\+[0-9A-F]{1,5}(?:-[0-9A-F]{1,5})?'

/** The schema of `typeface` in a brand's settings. Specification 11.2. */
export const brandTypeface = z.strictObject({
  name: z.string().check(z.regex(/^[A-Z][A-Za-z0-9 -]{0,39}$/)),
  weights: z.string().check(z.regex(/^[1-9]00(?: [1-9]00)?$/)),
  files: z
    .array(
      z.strictObject({
        file: z.string().check(z.regex(/^[\w-]+\.woff2$/)),
        letters: z.string().check(z.regex(new RegExp(`^${unicodeRange}(?:, ${unicodeRange})*$`))),
      }),
    )
    .check(z.minLength(1), z.maxLength(8)),
  fallbacks: z
    .array(z.strictObject({ like: z.enum(systemFontNames), sizeAdjust: percent, ascent: percent, descent: percent }))
    .check(z.minLength(1)),
})

/**
 * A brand's typeface. `weights` and `letters` use the syntax of CSS font-weight and unicode-range: '400 700',
 * 'U+20-7E'. `fallbacks` scales system fonts to the width and height of the typeface. Its values are percentages for
 * size-adjust, ascent-override and descent-override of CSS.
 */
export type BrandTypeface = z.infer<typeof brandTypeface>

/** The content of one font file. */
type TypefaceFile = { letters: string; content: Uint8Array }

/** A typeface with the content of its files. */
export type LoadedTypeface = Omit<BrandTypeface, 'files'> & { files: readonly TypefaceFile[] }

/** The typeface that the app loads when the browser is idle, with the URLs of its font files. */
export type PageTypeface = { name: string; weights: string; files: readonly { letters: string; url: string }[] }

/**
 * The maximum size of all font files of a typeface together, in bytes. A browser that opens the portal for the first
 * time loads all of them.
 */
const maxFilesBytes = 100_000

/** Returns the reason why these font files cannot be used; null if they are valid. */
export function findTypefaceProblem(files: readonly Uint8Array[]): string | null {
  if (files.some((content) => String.fromCodePoint(...content.subarray(0, 4)) !== 'wOF2'))
    return 'has a file that is no WOFF2'
  const weight = files.reduce((sum, { byteLength }) => sum + byteLength, 0)
  return weight > maxFilesBytes ? `weighs more than ${maxFilesBytes / 1000} kB` : null
}

/**
 * Returns the CSS that sets the app's text in the typeface. Until the typeface is loaded, the CSS uses system fonts
 * that are scaled to its width and height, so that the layout does not shift.
 */
export function formatTypefaceCss({ name, fallbacks }: Pick<LoadedTypeface, 'name' | 'fallbacks'>): string {
  const standIns = fallbacks.map(({ like, sizeAdjust, ascent, descent }) => {
    const sources = systemFonts[like].map((font) => `local('${font}')`).join(',')
    const metrics = `size-adjust:${sizeAdjust}%;ascent-override:${ascent}%;descent-override:${descent}%`
    return `@font-face{font-family:'${name} in ${like}';src:${sources};${metrics};line-gap-override:0%;}`
  })
  const families = [name, ...fallbacks.map(({ like }) => `${name} in ${like}`)].map((family) => `'${family}'`)
  return `${standIns.join('')}:root{--font:${families.join(',')},system-ui,sans-serif;}`
}
