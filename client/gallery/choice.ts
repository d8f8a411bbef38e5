import { isLanguage, type Language, fallbackLanguage } from '#contract/languages.ts'
import type { Scheme } from '#brands/theme.ts'

export const schemes = ['light', 'dark'] as const

/** The widths in px: the narrowest supported one, a phone, a tablet, a desktop. */
export const widths: readonly number[] = [320, 360, 768, 1280]
const defaultWidth = 360
const maxWidth = 4_000

/** The view of the gallery, stored in the address, so that every view has a link. */
export type Choice = {
  /** The id of the brand; empty for the deployment's own one. */
  brand: string
  scheme: Scheme
  language: Language
  /** The width in px. */
  width: number
  /** The name of the component; null for all of them. */
  component: string | null
}

/** Reads `?brand=birch&scheme=dark&language=de&width=360&component=button`; missing or invalid parts get a default. */
export function readChoice(search: string): Choice {
  const query = new URLSearchParams(search)
  const language = query.get('language') ?? ''
  const width = Number(query.get('width'))
  return {
    brand: query.get('brand') ?? '',
    scheme: schemes.find((scheme) => scheme === query.get('scheme')) ?? 'light',
    language: isLanguage(language) ? language : fallbackLanguage,
    width: Number.isInteger(width) && width > 0 && width <= maxWidth ? width : defaultWidth,
    component: query.get('component') || null,
  }
}

/** The query string of a view, with its question mark. */
export function toSearch({ component, width, ...rest }: Choice): string {
  const query = new URLSearchParams({ ...rest, width: String(width), ...(component && { component }) })
  return `?${query.toString()}`
}
