import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { IncomingMessage } from 'node:http'

/** What a brand gives these pages: a sheet of custom properties, and its logo as SVG. */
export type BrandLook = { id: string; themeCss: string; logoSvg: string }

export type BrandLooks = { of(request: IncomingMessage): BrandLook | null; themeAt(url: string): string | null }

/** The demo's portal keeps here which brand was chosen; cookies ignore ports (RFC 6265, section 8.5). */
const brandCookie = /(?:^|; )portal_brand=([a-z][a-z\d-]*)(?:;|$)/u

/**
 * Reads the brands' folders, each with its `theme.css` and `logo.svg`; a brand without a logo has that of the default.
 * Without a folder the pages are plain.
 */
export async function readBrandLooks(
  folder: string | undefined,
  defaultBrand: string | undefined,
): Promise<BrandLooks> {
  const looks = folder ? await readLooks(folder, defaultBrand ?? '') : new Map<string, BrandLook>()
  return {
    of({ headers }) {
      const [, chosen = ''] = brandCookie.exec(headers.cookie ?? '') ?? []
      return looks.get(chosen) ?? looks.get(defaultBrand ?? '') ?? null
    },
    themeAt: (url) => [...looks.values()].find(({ id }) => themePath(id) === url)?.themeCss ?? null,
  }
}

export function themePath(id: string): string {
  return `/brand/${id}.css`
}

async function readLooks(folder: string, defaultBrand: string): Promise<Map<string, BrandLook>> {
  const entries = await readdir(folder, { withFileTypes: true })
  const ids = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const fallback = await readFile(path.join(folder, defaultBrand, 'logo.svg'), 'utf8')
  const looks = ids.map(async (id) => {
    const themeCss = await readFile(path.join(folder, id, 'theme.css'), 'utf8')
    return [id, { id, themeCss, logoSvg: await readOptional(path.join(folder, id, 'logo.svg'), fallback) }] as const
  })
  return new Map(await Promise.all(looks))
}

async function readOptional(file: string, fallback: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return fallback
    throw error
  }
}
