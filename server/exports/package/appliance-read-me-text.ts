import type { PackageFileName } from './package-contents.ts'

/**
 * The texts of the read-me in one language. `about` has the placeholders {serial}, {from} and {until}; `complaints`
 * has {brand} and {mail}; `more` has {url}.
 */
export type ApplianceReadMeText = {
  title: string
  about: string
  inHere: string
  files: Record<PackageFileName, string>
  howToOpen: string
  opening: readonly string[]
  rights: string
  rightLines: readonly string[]
  whereToComplain: string
  complaints: readonly string[]
  more: string
}
