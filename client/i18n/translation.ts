import { type Messages, setupI18n } from '@lingui/core'
import type { Language } from '#contract/languages.ts'
import { adaptSpelling } from '#contract/adapt-spelling.ts'
import type { ValueStorage } from '#client/stored-values.ts'
import { storeLanguage, localeOf, readPreferredLanguage } from './language-choice.ts'
import type { Translate } from './message-types.ts'

type LoadMessages = (language: Language) => Promise<Messages>

export type TranslationDependencies = {
  load: LoadMessages
  keeping: ValueStorage
  /** The browser's languages as BCP 47 tags, best first, as in `navigator.languages`. */
  preferred: readonly string[]
  /** The IANA time zone of the reader for whom the server draws; absent in the browser. */
  timeZone?: string
  /** Called each time the texts of a language are shown. */
  onLanguage(language: Language): void
}

/** The texts of the app in the current language. Only the catalogs of this language are loaded. */
export type Translation = {
  i18n: ReturnType<typeof setupI18n>
  t: Translate
  language(): Language
  /** The locale for dates and numbers, a BCP 47 tag. */
  locale(): string
  /** An IANA time zone; undefined in the browser, which uses its own. */
  timeZone: string | undefined
  choose(language: Language): Promise<void>
  /**
   * Loads more texts in the current language. When the language changes later, these texts are loaded in the new
   * language.
   */
  extend(load: LoadMessages): Promise<void>
}

/** Loads the texts in the reader's language. Rejects if they cannot be loaded. Specification 16.2. */
export async function createTranslation(dependencies: TranslationDependencies): Promise<Translation> {
  const { load, keeping, preferred, timeZone, onLanguage } = dependencies
  const i18n = setupI18n()
  const late = new Set<LoadMessages>()
  let shownCatalogs: ReadonlySet<LoadMessages> = new Set()
  let language = readPreferredLanguage(keeping, preferred)
  let wantedLanguage = language

  /**
   * Loads all texts in the wanted language and shows them. Starts again if another language was chosen, or texts were
   * added, during the load.
   */
  async function activate(): Promise<void> {
    const next = wantedLanguage
    const loads = [load, ...late]
    const catalogs = await Promise.all(loads.map(async (loadEach) => loadEach(next)))
    if (next !== wantedLanguage || loads.length !== late.size + 1) return activate()
    const messages = Object.assign({}, ...catalogs) as Messages
    const locales = localeOf(next, preferred)
    language = next
    shownCatalogs = new Set(loads)
    i18n.loadAndActivate({ locale: next, locales, messages: adaptSpelling(locales, messages) })
    onLanguage(next)
  }

  async function choose(next: Language): Promise<void> {
    wantedLanguage = next
    try {
      await activate()
    } catch (error) {
      if (wantedLanguage === next) wantedLanguage = language
      throw error
    }
    if (wantedLanguage === next) storeLanguage(keeping, next)
  }

  async function extend(more: LoadMessages): Promise<void> {
    if (shownCatalogs.has(more)) return
    // Loads only the added texts first, so that their failure does not block the other texts.
    await more(wantedLanguage)
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
    locale: () => localeOf(language, preferred),
    timeZone,
    choose,
    extend,
  }
}

/** Loads the messages that every page needs. */
export const loadSharedTexts = createCatalogLoader(
  import.meta.glob<Messages>('./*/page.json', { base: '../../texts', import: 'default' }),
  'page',
)

/**
 * Creates a loader of the texts in the files with this name, one for each language. `files`: the result of Vite's
 * `import.meta.glob`. The loader rejects if the language has no file.
 */
export function createCatalogLoader(
  files: Readonly<Record<string, () => Promise<Messages>>>,
  name: string,
): LoadMessages {
  return async (language) => {
    const load = files[`./${language}/${name}.json`]
    if (!load) throw new Error(`There is no catalog for the language ${language}.`)
    return load()
  }
}
