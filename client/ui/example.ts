import type { ReactNode } from 'react'
import type { BrandSettings } from '#brands/brand.ts'
import type { Texts } from '#client/i18n/text-provider.tsx'

/** What an example is shown in: a language and a brand. */
export type ExampleContext = Pick<Texts, 't' | 'language' | 'locale'> & { brand: BrandSettings }

/** One named state of a component, with the page's own texts around invented content. The gallery shows every one. */
export type Example = {
  name: string
  render: (context: ExampleContext) => ReactNode
  /** At least so high is its frame, in px, where it opens something over the page. */
  frameHeight?: number
}
