import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { replaceSlashedZero } from './replace-slashed-zero.ts'

// `node scripts/page/typeface.ts` writes the font files of the page. Run it after an update of the typeface's
// package, or after a change of `typefaceParts`.

const root = join(import.meta.dirname, '../..')
const source = join(root, 'node_modules/@fontsource-variable/atkinson-hyperlegible-next')
const target = join(root, 'client/styles/typeface')

/**
 * The font files of the typeface, each with its ranges of characters, from the first to the last character. Together
 * the files have the characters of all languages of the portal, and of names.
 */
export const typefaceParts = [
  {
    file: 'latin.woff2',
    of: 'latin',
    ranges: [
      [0x20, 0x7e],
      [0xa0, 0xff],
      [0x2010, 0x2026],
    ],
  },
  { file: 'latin-extended.woff2', of: 'latin-ext', ranges: [[0x100, 0x17f]] },
] as const

type Part = (typeof typefaceParts)[number]

/** The range of font weights that the page uses. */
const wght = { min: 400, max: 700 }

export async function createTypefacePart({ of, ranges }: Part): Promise<Buffer> {
  const whole = await readFile(join(source, `files/atkinson-hyperlegible-next-${of}-wght-normal.woff2`))
  const letters = lettersIn(ranges)
  const reducedFont = await subsetFont(whole, letters, { targetFormat: 'truetype', variationAxes: { wght } })
  const plain = letters.includes('0') ? replaceSlashedZero(reducedFont) : reducedFont
  return subsetFont(Buffer.from(plain), letters, { targetFormat: 'woff2' })
}

function lettersIn(ranges: Part['ranges']): string {
  return ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
    .map((point) => String.fromCodePoint(point))
    .join('')
}

if (import.meta.main) {
  for (const part of typefaceParts) await writeFile(join(target, part.file), await createTypefacePart(part))
  await writeFile(join(target, 'OFL.txt'), await readFile(join(source, 'LICENSE')))
}
