import { readBrands } from '#brands/read-brands.ts'
import sharp from 'sharp'
import type { Plugin } from 'vite'

/** The file in the built page's folder that lists the icons. */
export const iconListFileName = 'icons.json'

/**
 * The purposes of icons. `any`: the unchanged drawing. `maskable`, `touch`: the background fills the whole square,
 * because systems cut off the corners of these icons.
 */
type Purpose = 'any' | 'maskable' | 'touch'

type BrandIcon = { purpose: Purpose; size: number }

/**
 * The icons to render. Their sizes are for Android and Chromium (W3C Web Application Manifest, 1.9) and for the home
 * screen of iOS.
 */
const icons: readonly BrandIcon[] = [
  { purpose: 'any', size: 192 },
  { purpose: 'any', size: 512 },
  { purpose: 'maskable', size: 512 },
  { purpose: 'touch', size: 180 },
]

/** The fraction of a maskable icon that remains visible under every mask. W3C Web Application Manifest, "safe zone". */
const safeShare = 0.8

/**
 * Renders the icon of each brand as bitmaps, for systems that do not support SVG, and writes a list of them.
 * Specification 11.5.
 */
export function addBrandIcons(): Plugin {
  return {
    name: 'brand-icons',
    apply: 'build',
    async generateBundle() {
      const { brands } = await readBrands()
      const list: Record<string, (BrandIcon & { path: string })[]> = {}
      for (const [id, { faviconSvg }] of brands) {
        list[id] = await Promise.all(
          icons.map(async (each) => {
            const name = `icon-${id}-${each.purpose}-${each.size}.png`
            const reference = this.emitFile({ type: 'asset', name, source: await draw(faviconSvg, each) })
            return { ...each, path: `/${this.getFileName(reference)}` }
          }),
        )
      }
      this.emitFile({ type: 'asset', fileName: iconListFileName, source: JSON.stringify(list) })
    },
  }
}

async function draw(svg: string, { purpose, size }: BrandIcon): Promise<Buffer> {
  if (purpose === 'any') return renderPng(svg, size).png({ palette: true }).toBuffer()
  const inner = Math.round(size * (purpose === 'maskable' ? safeShare : 1))
  const iconImage = renderPng(svg, inner)
  const ground = { create: { width: size, height: size, channels: 4 as const, background: await edgeColour(svg) } }
  return sharp(ground)
    .composite([{ input: await iconImage.png().toBuffer() }])
    .png({ palette: true })
    .toBuffer()
}

function renderPng(svg: string, size: number) {
  // The drawing's own size is small. With a high density it is rendered larger, and then fitted to the size of the
  // icon.
  return sharp(Buffer.from(svg), { density: 72 * Math.ceil(size / 32) }).resize(size, size)
}

/**
 * Returns the colour in the middle of the drawing's upper edge. It fills the area outside the drawing's rounded
 * corners.
 */
async function edgeColour(svg: string): Promise<{ r: number; g: number; b: number; alpha: number }> {
  const { data, info } = await renderPng(svg, 64).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (info.width * 2 + info.width / 2) * info.channels
  const [r = 255, g = 255, b = 255] = data.subarray(at, at + 3)
  return { r, g, b, alpha: 1 }
}
