import { isLanguage, type Language, fallbackLanguage } from '#contract/languages.ts'
import type { ColourScheme } from '#brands/theme.ts'

export const gallerySchemes = ['light', 'dark'] as const

/** The widths to choose from, in px: the narrowest supported screen, a phone, a tablet, a desktop. */
export const galleryWidths: readonly number[] = [320, 360, 768, 1280]
const defaultWidth = 360
const maxWidth = 4_000

/** The choices of the gallery: what it shows and how. The address contains them, so that every view has a link. */
export type GalleryChoice = {
  /** The id of the brand; empty for the brand of the deployment. */
  brand: string
  scheme: ColourScheme
  language: Language
  /** The width in px. */
  width: number
  /** The name of the component; null for all components. */
  component: string | null
}

/**
 * Reads a query string such as `?brand=birch&scheme=dark&language=de&width=360&component=button`. A missing or invalid
 * choice gets its default.
 */
export function parseGalleryChoice(search: string): GalleryChoice {
  const query = new URLSearchParams(search)
  const language = query.get('language') ?? ''
  const width = Number(query.get('width'))
  return {
    brand: query.get('brand') ?? '',
    scheme: gallerySchemes.find((scheme) => scheme === query.get('scheme')) ?? 'light',
    language: isLanguage(language) ? language : fallbackLanguage,
    width: Number.isInteger(width) && width > 0 && width <= maxWidth ? width : defaultWidth,
    component: query.get('component') || null,
  }
}

/** Returns the query string of a choice, with its question mark. */
export function formatGalleryQuery({ component, width, ...rest }: GalleryChoice): string {
  const query = new URLSearchParams({ ...rest, width: String(width), ...(component && { component }) })
  return `?${query.toString()}`
}
