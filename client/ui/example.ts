import type { ReactNode } from 'react'
import type { BrandSettings } from '#brands/brand.ts'
import type { Texts } from '#client/i18n/text-provider.tsx'

/** The texts, language and brand with which the gallery renders an example. */
export type ExampleContext = Pick<Texts, 't' | 'language' | 'locale'> & { brand: BrandSettings }

/** One named state of a component, with the app's texts and sample data. The gallery shows all examples. */
export type Example = {
  name: string
  render: (context: ExampleContext) => ReactNode
  /** The minimum height of the example's frame in px, for an example that opens an overlay. */
  frameHeight?: number
}
