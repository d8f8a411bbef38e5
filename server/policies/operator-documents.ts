import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { micromark } from 'micromark'
import { countries } from '#contract/countries.ts'
import { languages } from '#contract/languages.ts'
import { type LegalDocumentKey, legalKinds } from '#contract/legal.ts'
import { sanitiseLegalHtml } from './sanitise-legal-html.ts'

/** The operator's own legal documents as sanitised HTML, by `<language>/<COUNTRY>/<kind>`. */
export type OperatorDocuments = ReadonlyMap<string, string>

export function operatorDocumentKeyOf({ language, country, kind }: LegalDocumentKey): string {
  return `${language}/${country}/${kind}`
}

/** Reads each `<language>/<COUNTRY>/<kind>.md` below a folder, and converts it to HTML without the front matter. */
export async function readOperatorDocuments(folder: string): Promise<OperatorDocuments> {
  const names = languages.flatMap((language) =>
    countries.flatMap((country) => legalKinds.map((kind) => ({ language, country, kind }))),
  )
  const documents = await Promise.all(
    names.map(async (name) => [operatorDocumentKeyOf(name), await readMarkdown(folder, name)] as const),
  )
  return new Map(documents.flatMap(([key, markdown]) => (markdown === null ? [] : [[key, toHtml(markdown)] as const])))
}

async function readMarkdown(folder: string, name: LegalDocumentKey): Promise<string | null> {
  return readFile(path.join(folder, `${operatorDocumentKeyOf(name)}.md`), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    },
  )
}

function toHtml(markdown: string): string {
  return sanitiseLegalHtml(micromark(markdown.replace(/^---\n.*?\n---\n/su, '')))
}
