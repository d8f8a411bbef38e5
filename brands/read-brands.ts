import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import { countries } from '#contract/countries.ts'
import { languages } from '#contract/languages.ts'
import { parseJson } from '#contract/parse-json.ts'
import type { Brand, BrandSettings, Greeting, LoadedBrand } from './brand.ts'
import { parseTheme, type PropertiesByScheme } from './theme.ts'
import { type BrandTypeface, brandTypeface, type LoadedTypeface, findTypefaceProblem } from './typeface.ts'

export const defaultBrandId = 'cedar'

export type LoadedBrands = { brands: ReadonlyMap<string, LoadedBrand>; defaultBrand: LoadedBrand }

type Folder = {
  brand: Brand
  theme: PropertiesByScheme
  logoSvg: string | null
  faviconSvg: string | null
  typeface: LoadedTypeface | null
  greeting: Greeting
}
type CompleteFolder = Folder & { brand: Brand & { title: string }; logoSvg: string; faviconSvg: string }

const fileName = z.nullable(z.string().check(z.regex(/^[\w-]+\.svg$/)))

const brandSchema = z.strictObject({
  id: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
  name: z.string().check(z.minLength(1)),
  title: z.nullable(z.string().check(z.minLength(1))),
  logo: fileName,
  favicon: fileName,
  countries: z.array(z.enum(countries)).check(z.minLength(1)),
  supportMail: z.email(),
  supportPhone: z.nullable(z.string().check(z.regex(/^\+[1-9](?: ?\d){6,14}$/))),
  appStoreLinks: z.strictObject({ ios: z.url(), android: z.url() }),
  privacyCookie: z.string().check(z.regex(/^[\w-]+$/)),
  dataActUrl: z.url(),
  typeface: z.optional(brandTypeface),
})

/** The maximum length lets a greeting fit on two lines of a telephone screen. */
const greetingSchema = z.partialRecord(z.enum(languages), z.string().check(z.minLength(1), z.maxLength(60)))

/**
 * Reads the brands, each from its own folder. Specification 11.2.
 *
 * @param directory the folder with the folders of the brands; by default the folder of this file
 * @throws Error with one sentence that names the brand and its mistake
 */
export async function readBrands(directory: string = import.meta.dirname): Promise<LoadedBrands> {
  const entries = await readdir(directory, { withFileTypes: true })
  const ids = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const folders = await Promise.all(ids.toSorted().map((id) => readFolder(directory, id)))
  const fallback = filesOf(folders.find((folder) => folder.brand.id === defaultBrandId))
  const brands = new Map(folders.map((folder) => [folder.brand.id, withFallback(folder, fallback)]))
  return { brands, defaultBrand: withFallback(fallback, fallback) }
}

async function readFolder(directory: string, id: string): Promise<Folder> {
  const folder = path.join(directory, id)
  const brand = await readBrand(folder, id)
  const [themeCss, logoSvg, faviconSvg] = await Promise.all([
    readBrandFile(folder, 'theme.css'),
    brand.logo && readBrandFile(folder, brand.logo),
    brand.favicon && readBrandFile(folder, brand.favicon),
  ])
  const typeface = brand.typeface ? await readTypeface(folder, brand.typeface) : null
  return { brand, theme: readTheme(id, themeCss), logoSvg, faviconSvg, typeface, greeting: await readGreeting(folder) }
}

/**
 * Reads the greeting of a brand. Returns an empty object if `greeting.json` is missing. @throws Error if that file is
 * invalid
 */
async function readGreeting(folder: string): Promise<Greeting> {
  const text = await readFile(path.join(folder, 'greeting.json'), 'utf8').catch(noneIfMissing)
  const parsed = greetingSchema.safeParse(text === null ? {} : parseJson(text))
  if (!parsed.success) throw new Error(`Brand ${path.basename(folder)}: its greeting.json is not valid.`)
  return parsed.data
}

function noneIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

async function readTypeface(folder: string, { files, ...typeface }: BrandTypeface): Promise<LoadedTypeface> {
  const read = await Promise.all(
    files.map(async ({ file, letters }) => ({ letters, content: await readBytes(folder, file) })),
  )
  const fault = findTypefaceProblem(read.map(({ content }) => content))
  if (fault) throw new Error(`Brand ${path.basename(folder)}: its typeface ${fault}.`)
  return { ...typeface, files: read }
}

async function readBrand(folder: string, id: string): Promise<Brand> {
  const module: unknown = await import(pathToFileURL(path.join(folder, 'brand.ts')).href).catch((cause: unknown) => {
    throw new Error(`Brand ${id}: its brand.ts cannot be loaded.`, { cause })
  })
  const parsed = z.object({ brand: brandSchema }).safeParse(module)
  if (!parsed.success) throw new Error(`Brand ${id}: ${firstIssue(parsed.error)}.`)
  if (parsed.data.brand.id !== id) throw new Error(`Brand ${id}: its id must be the name of its folder.`)
  return parsed.data.brand
}

function firstIssue(error: z.core.$ZodError): string {
  const issue = error.issues[0]
  if (!issue) return 'brand.ts is not valid'
  return `'${issue.path.join('.')}' in brand.ts is not valid (${issue.message})`
}

async function readBrandFile(folder: string, file: string): Promise<string> {
  return (await readBytes(folder, file)).toString('utf8')
}

async function readBytes(folder: string, file: string): Promise<Buffer> {
  return readFile(path.join(folder, file)).catch((cause: unknown) => {
    throw new Error(`Brand ${path.basename(folder)}: the file ${file} cannot be read.`, { cause })
  })
}

function readTheme(id: string, themeCss: string): PropertiesByScheme {
  const theme = parseTheme(themeCss)
  if (theme.kind === 'invalid') throw new Error(`Brand ${id}: theme.css ${theme.reason}.`)
  return { light: theme.light, dark: theme.dark }
}

function filesOf(folder: Folder | undefined): CompleteFolder {
  if (!folder) throw new Error(`The default brand ${defaultBrandId} has no folder.`)
  const { brand, logoSvg, faviconSvg } = folder
  if (brand.title === null || logoSvg === null || faviconSvg === null) {
    throw new Error(`The default brand ${defaultBrandId} needs its own title, logo and favicon.`)
  }
  return { ...folder, brand: { ...brand, title: brand.title }, logoSvg, faviconSvg }
}

function withFallback(folder: Folder, fallback: CompleteFolder): LoadedBrand {
  const { logo: _logo, favicon: _favicon, typeface: _typeface, title, ...shared } = folder.brand
  const logoSvg = folder.logoSvg ?? fallback.logoSvg
  return {
    settings: {
      ...shared,
      title: title ?? fallback.brand.title,
      logo: sizeOfLogo(folder.brand.id, logoSvg),
      greeting: folder.greeting,
    },
    logoSvg,
    theme: folder.theme,
    faviconSvg: folder.faviconSvg ?? fallback.faviconSvg,
    typeface: folder.typeface,
  }
}

function sizeOfLogo(id: string, logoSvg: string): BrandSettings['logo'] {
  const [, width, height] = /^<svg [^>]*viewBox="0 0 (\d+) (\d+)"/.exec(logoSvg) ?? []
  if (!width || !height) throw new Error(`Brand ${id}: its logo must begin with <svg … viewBox="0 0 width height">.`)
  return { width: Number(width), height: Number(height) }
}
