import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  type Appearance,
  appearanceCookie,
  parseAppearance,
  appearances,
  schemeMediaQueryOf,
} from '#contract/appearance.ts'
import type { Language } from '#contract/languages.ts'
import { choosePageLanguage, type ProviderTexts, providerTextsIn } from './provider-texts.ts'
import type { RequestAndResponse } from './reply.ts'

/**
 * The style of a brand on these pages. `themeCss`: custom properties. `logoSvg`: the logo. `greeting`: the greeting
 * in some languages.
 */
export type BrandStyle = { id: string; themeCss: string; logoSvg: string; greeting: Partial<Record<Language, string>> }

/**
 * The presentation of a page: the language, light or dark, the brand's style, and the address of the portal's help. The
 * style is absent if the brand has none. `mayChooseLanguage`: whether the page can be opened again in another language.
 */
export type Presentation = {
  texts: ProviderTexts
  appearance: Appearance
  brand: BrandStyle | null
  helpUrl: string
  mayChooseLanguage: boolean
}

export type PresentationSettings = {
  /** A folder with one folder for each brand. If undefined, the pages have no theme. */
  brandsFolder: string | undefined
  defaultBrand: string | undefined
  portalUrl: string
}

export type PresentationFinder = {
  /**
   * Returns the presentation of a page for this exchange. `uiLocales`: the languages that the sign-in requested.
   * Other pages may have such languages in their query (RP-Initiated Logout 1.0, section 2). Without them, a page has
   * the language of the previous page.
   */
  presentationOf(exchange: RequestAndResponse, uiLocales?: string): Presentation
  themeAt(url: string): string | null
}

/**
 * Matches the cookie in which the demo's portal stores the chosen brand. The provider receives the cookie although its
 * port differs, because cookies ignore ports (RFC 6265, section 8.5).
 */
const brandCookie = /(?:^|; )portal_brand=([a-z][a-z\d-]*)(?:;|$)/u
const chosenAppearance = new RegExp(`(?:^|; )${appearanceCookie}=([a-z]+)(?:;|$)`, 'u')
const languageCookie = /(?:^|; )idp_language=([a-z]{2})(?:;|$)/u

/**
 * Reads the theme of each brand, and its logo, backdrop and greeting if the brand has them. A brand without a logo gets
 * the logo of the default brand.
 */
export async function createPresentationFinder({
  brandsFolder: folder,
  defaultBrand,
  portalUrl,
}: PresentationSettings): Promise<PresentationFinder> {
  const brands = folder ? await readBrands(folder, defaultBrand ?? '') : new Map<string, BrandStyle>()
  const helpUrl = `${portalUrl}/help`
  return {
    presentationOf(exchange, uiLocales) {
      const { cookie = '' } = exchange.request.headers
      const [, chosen = ''] = brandCookie.exec(cookie) ?? []
      const appearance = parseAppearance(chosenAppearance.exec(cookie)?.[1])
      const brand = brands.get(chosen) ?? brands.get(defaultBrand ?? '') ?? null
      const texts = providerTextsIn(languageOf(exchange, uiLocales))
      const mayChooseLanguage = opensAgain.test(exchange.request.url ?? '')
      return { texts, appearance, brand, helpUrl, mayChooseLanguage }
    },
    themeAt: (url) => {
      const isAt = ({ id }: BrandStyle) => appearances.find((appearance) => themePathOf(id, appearance) === url)
      const brand = [...brands.values()].find(isAt)
      return brand ? themeIn(brand, isAt(brand) ?? 'system') : null
    },
  }
}

/** Matches the paths of pages that a link can open again in another language, because a GET shows the same content. */
const opensAgain = /^\/(?:interaction\/|profile)/u

const choiceCookie = /(?:^|; )idp_choice=([a-z]{2})(?:;|$)/u
const pagesOfSignIn = /^\/interaction\/[\w-]+/u

/** Chooses the language of a page. If the request names a language, stores it in a cookie until the browser closes. */
function languageOf(exchange: RequestAndResponse, uiLocales: string | undefined): Language {
  const { request, response } = exchange
  const { cookie = '', 'accept-language': accepted } = request.headers
  const wantedLanguages = chosenIn(exchange) ?? uiLocales
  const language = choosePageLanguage(wantedLanguages ?? languageCookie.exec(cookie)?.[1], accepted)
  if (wantedLanguages !== undefined) {
    response.appendHeader('Set-Cookie', `idp_language=${language}; Path=/; HttpOnly; SameSite=Lax`)
  }
  return language
}

/**
 * Returns the language that the person chose in the menu, or undefined. On the pages of a sign-in, this choice
 * overrides the language that the portal requests.
 */
function chosenIn({ request: { url = '', headers }, response }: RequestAndResponse): string | undefined {
  const requestedLanguages = new URLSearchParams(url.split('?', 2)[1]).get('ui_locales')
  const [signIn] = pagesOfSignIn.exec(url) ?? []
  if (requestedLanguages === null) return signIn ? choiceCookie.exec(headers.cookie ?? '')?.[1] : undefined
  if (signIn) {
    const choice = `idp_choice=${choosePageLanguage(requestedLanguages, undefined)}; Path=${signIn}; HttpOnly; SameSite=Lax`
    response.appendHeader('Set-Cookie', choice)
  }
  return requestedLanguages
}

/** Returns the CSS property with the drawing behind the form, or an empty text for a brand without a drawing. */
function backdropCss(svg: string): string {
  return svg === '' ? '' : `\n:root{--sign-in-backdrop:url("data:image/svg+xml,${encodeURIComponent(svg)}")}\n`
}

/** Returns the CSS of the theme, with the media query of its dark colours replaced if the person has chosen light or dark. */
function themeIn({ themeCss }: BrandStyle, appearance: Appearance): string {
  return themeCss.replace(schemeMediaQueryOf('dark', 'system'), schemeMediaQueryOf('dark', appearance))
}

export function themePathOf(id: string, appearance: Appearance): string {
  return appearance === 'system' ? `/brand/${id}.css` : `/brand/${id}.${appearance}.css`
}

async function readBrands(folder: string, defaultBrand: string): Promise<Map<string, BrandStyle>> {
  const entries = await readdir(folder, { withFileTypes: true })
  const ids = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const fallback = await readFile(path.join(folder, defaultBrand, 'logo.svg'), 'utf8')
  const styles = ids.map(async (id) => {
    const file = (name: string) => path.join(folder, id, name)
    const [theme, backdrop, logoSvg, greeting] = await Promise.all([
      readFile(file('theme.css'), 'utf8'),
      readOptional(file('backdrop.svg'), ''),
      readOptional(file('logo.svg'), fallback),
      readOptional(file('greeting.json'), '{}'),
    ])
    const themeCss = `${theme}${backdropCss(backdrop)}`
    return [id, { id, themeCss, logoSvg, greeting: JSON.parse(greeting) as BrandStyle['greeting'] }] as const
  })
  return new Map(await Promise.all(styles))
}

async function readOptional(file: string, fallback: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return fallback
    throw error
  }
}
