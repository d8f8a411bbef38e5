import type { Language } from '#contract/languages.ts'
import { cs } from './cs.ts'
import { da } from './da.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { no } from './no.ts'
import { pl } from './pl.ts'
import { sk } from './sk.ts'
import { sl } from './sl.ts'
import { sv } from './sv.ts'
import type { ReadMeText } from './text.ts'

export const readMeTexts: Readonly<Record<Language, ReadMeText>> = {
  cs,
  da,
  de,
  en,
  es,
  fr,
  it,
  nl,
  no,
  pl,
  sk,
  sl,
  sv,
}
