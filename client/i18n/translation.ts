import { type Messages, setupI18n } from '@lingui/core'
import type { Language } from '#contract/languages.ts'
import { spelledFor } from '#contract/spelling.ts'
import type { ValueStorage } from '#client/kept-values.ts'
import { keepLanguage, localeOf, preferredLanguage } from './language-choice.ts'
import type { Translate } from './text.ts'

type LoadMessages = (language: Language) => Promise<Messages>

export type TranslationDependencies = {
  load: LoadMessages
  keeping: ValueStorage
  /** BCP 47 tags, best first, as in `navigator.languages`. */
  wishes: readonly string[]
  /** Where the page is drawn for a reader elsewhere: the IANA name. */
  timeZone?: string
  /** Hears of each language once its texts are there. */
  onLanguage(language: Language): void
}

/** The texts of the page in one language at a time. Only that language's catalog is loaded. */
export type Translation = {
  i18n: ReturnType<typeof setupI18n>
  t: Translate
  language(): Language
  /** For dates and numbers; a BCP 47 tag. */
  locale(): string
  /** Where it is not the one of this machine. */
  timeZone: string | undefined
  choose(language: Language): Promise<void>
  /** Adds texts that few people need, once they are needed; they follow the language from then on. */
  extend(load: LoadMessages): Promise<void>
}

/** Loads the reader's language. Rejects when its catalog cannot be loaded. Specification 16.2. */
export async function createTranslation(dependencies: TranslationDependencies): Promise<Translation> {
  const { load, keeping, wishes, timeZone, onLanguage } = dependencies
  const i18n = setupI18n()
  const late = new Set<LoadMessages>()
  let shown: ReadonlySet<LoadMessages> = new Set()
  let language = preferredLanguage(keeping, wishes)
  /** What is shown once its texts are there. */
  let wanted = language

  /** Shows what is wanted by then: while texts come, another language may be chosen, and other texts be asked for. */
  async function activate(): Promise<void> {
    const next = wanted
    const loads = [load, ...late]
    const catalogs = await Promise.all(loads.map(async (loadEach) => loadEach(next)))
    if (next !== wanted || loads.length !== late.size + 1) return activate()
    const messages = Object.assign({}, ...catalogs) as Messages
    const locales = localeOf(next, wishes)
    language = next
    shown = new Set(loads)
    i18n.loadAndActivate({ locale: next, locales, messages: spelledFor(locales, messages) })
    onLanguage(next)
  }

  async function choose(next: Language): Promise<void> {
    wanted = next
    try {
      await activate()
    } catch (error) {
      if (wanted === next) wanted = language
      throw error
    }
    if (wanted === next) keepLanguage(keeping, next)
  }

  async function extend(more: LoadMessages): Promise<void> {
    if (shown.has(more)) return
    // What does not come must not keep the other texts from coming.
    await more(wanted)
    late.add(more)
    try {
      await activate()
    } catch (error) {
      late.delete(more)
      throw error
    }
  }

  await activate()
  return {
    i18n,
    t: (id, values) => i18n._(id, values),
    language: () => language,
    locale: () => localeOf(language, wishes),
    timeZone,
    choose,
    extend,
  }
}

/** The messages of a language that every screen needs, each catalog a file of its own. */
export const loadCatalog = catalogLoader(import.meta.glob<Messages>('./catalogs/*.json', { import: 'default' }))

/** Loads the messages of a language from a folder of catalogs, of which Vite's glob gives the files. */
export function catalogLoader(files: Readonly<Record<string, () => Promise<Messages>>>): LoadMessages {
  const byLanguage = new Map(Object.entries(files).map(([file, load]) => [/(\w+)\.json$/.exec(file)?.[1], load]))
  return async (language) => {
    const load = byLanguage.get(language)
    if (!load) throw new Error(`There is no catalog for the language ${language}.`)
    return load()
  }
}
