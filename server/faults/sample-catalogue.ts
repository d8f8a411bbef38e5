import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type FaultDescription, faultTextsByCode } from '#contract/faults.ts'
import { type Language, languages } from '#contract/languages.ts'
import { sampleFaults } from '#contract/sample-faults.ts'

const folder = path.join(import.meta.dirname, '../../texts')

/**
 * The descriptions of the sample faults, by language and fault code. They come from
 * `texts/<language>/sample-faults.json`.
 */
export type SampleCatalogue = ReadonlyMap<Language, ReadonlyMap<string, FaultDescription>>

/** Reads the sample, which is used until an operator has imported a catalogue. Specification 22.3. */
export async function readSampleCatalogue(): Promise<SampleCatalogue> {
  return new Map(
    await Promise.all(languages.map(async (language) => [language, await readLanguage(language)] as const)),
  )
}

async function readLanguage(language: Language): Promise<ReadonlyMap<string, FaultDescription>> {
  const text = await readFile(path.join(folder, language, 'sample-faults.json'), 'utf8')
  const texts = faultTextsByCode.parse(JSON.parse(text))
  return new Map(
    sampleFaults.flatMap(({ code, severity, emergency }) => {
      const words = texts[code]
      return words ? [[code, { ...words, code, severity, emergency, language }]] : []
    }),
  )
}
