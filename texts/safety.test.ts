import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { faultTextsByCode } from '#contract/faults.ts'
import { type Language, languages } from '#contract/languages.ts'
import { sampleFaults } from '#contract/sample-faults.ts'
import { readCatalog } from '#test/text-catalogs.ts'

const root = path.resolve(import.meta.dirname, '..')

/** The words by which each language says to leave the house, to call from outside, and not to go back in. */
const orders: Readonly<Record<Language, readonly [leave: RegExp, outside: RegExp, stayOut: RegExp]>> = {
  cs: [/opusťte dům/iu, /venku volejte 112/iu, /Nevracejte se/u],
  da: [/forlad(?:e)? huset/iu, /når du er ude, skal du ringe 112/iu, /Gå ikke ind igen/u],
  de: [/verlassen Sie (?:sofort|zuerst) das Haus/iu, /draußen sind, rufen Sie 112/u, /Gehen Sie nicht wieder hinein/u],
  en: [/leave the house/iu, /Once you are outside, call 112/u, /Do not go back in/u],
  es: [/salga de la casa/iu, /Una vez fuera, llame al 112/u, /No vuelva a entrar/u],
  fr: [/quittez (?:d’abord|immédiatement) la maison/iu, /Une fois dehors, appelez le 112/u, /Ne rentrez pas/u],
  it: [/esca (?:subito )?di casa/iu, /Una volta fuori, chiami il 112/u, /Non rientri/u],
  nl: [
    /(?:verlaat meteen het huis|eerst het huis uit)/iu,
    /Zodra u buiten bent, belt u 112/u,
    /Ga niet terug naar binnen/u,
  ],
  no: [/forlat(?:e)? huset/iu, /Når du er ute, ringer du 112/u, /Ikke gå inn igjen/u],
  pl: [/opuścić dom/iu, /na zewnątrz (?:należy )?zadzwonić pod 112/u, /Nie (?:wolno )?wracać/u],
  sk: [/opustite dom/iu, /vonku volajte 112/iu, /Nevracajte sa/u],
  sl: [/zapustite hišo/iu, /zunaj pokličite 112/iu, /Ne vračajte se/u],
  sv: [/lämna (?:först )?huset/iu, /När du är ute ringer du 112/u, /Gå inte in igen/u],
}

/** The words by which each language says that the danger may not be over. */
const noAllClear: Readonly<Record<Language, RegExp>> = {
  cs: /neznamená, že nebezpečí pominulo\./u,
  da: /betyder ikke, at faren er ovre\./u,
  de: /heißt nicht, dass die Gefahr vorbei ist\./u,
  en: /does not mean that the danger is over\./u,
  es: /no significa que el peligro haya pasado\./u,
  fr: /ne veut pas dire que le danger est passé\./u,
  it: /non significa che il pericolo sia passato\./u,
  nl: /betekent niet dat het gevaar voorbij is\./u,
  no: /betyr ikke at faren er over\./u,
  pl: /nie znaczy, że niebezpieczeństwo minęło\./u,
  sk: /neznamená, že nebezpečenstvo pominulo\./u,
  sl: /ne pomeni, da je nevarnost mimo\./u,
  sv: /betyder inte att faran är över\./u,
}

/**
 * The words by which each language names the gas supplier or its emergency number. That number differs by supplier and
 * is hard to find.
 */
const suppliers: Readonly<Record<Language, RegExp>> = {
  cs: /dodavatel|pohotovost/iu,
  da: /gasselskab|vagtnummer/iu,
  de: /versorger|netzbetreiber/iu,
  en: /supplier|network operator/iu,
  es: /compañía|distribuidora/iu,
  fr: /fournisseur|distributeur/iu,
  it: /fornitore|distributore/iu,
  nl: /leverancier|netbeheerder|storingsnummer/iu,
  no: /leverandør|nødnummer/iu,
  pl: /dostawc|pogotowi/iu,
  sk: /dodávateľ|pohotovos/iu,
  sl: /dobavitelj|dežurn/iu,
  sv: /gasbolag|journummer/iu,
}

/** Writes 'ss' for 'ß' in the text for Switzerland. */
const spelled = (text: string, country: string): string => (country === 'CH' ? text.replaceAll('ß', 'ss') : text)

function faultTextsIn(language: Language) {
  const file = path.join(import.meta.dirname, language, 'sample-faults.json')
  return faultTextsByCode.parse(JSON.parse(readFileSync(file, 'utf8')))
}

function expectOrder(language: Language, text: string): void {
  const positions = orders[language].map((order) => text.search(order))
  expect(positions, text).not.toContain(-1)
  expect(positions, text).toEqual(positions.toSorted((one, other) => one - other))
}

/**
 * Expects that the instruction to call ends with '112' ('rufen Sie 112 an.'), and that the text names no other contact.
 */
function expectOneWayToCall(language: Language, text: string): void {
  const [, outside] = orders[language]
  const [, after = ''] = text.split(outside)
  expect(after, text).toMatch(/^(?: an)?\./u)
  expect(text).not.toMatch(suppliers[language])
}

const emergencies = sampleFaults.filter(({ emergency }) => emergency).map(({ code }) => code)

test.each(languages)('gas and carbon monoxide: leave first, call 112 outside, do not go back in, in %s', (language) => {
  const texts = faultTextsIn(language)
  for (const code of emergencies) {
    const { selfHelp = [], call = '' } = texts[code] ?? {}
    expectOrder(language, [...selfHelp, call].join(' '))
  }
  const catalog = readCatalog(language)
  expectOrder(language, catalog['fault.unknown.safety'] ?? '')
  expect(catalog['help.fault.answer']).toContain(catalog['fault.unknown.safety'])
})

test.each(languages)(
  'a notice of an emergency says to leave first and to call 112 outside, and no other number, in %s',
  (language) => {
    const text = readCatalog(language)['notice.emergency'] ?? ''
    const [leave, outside] = orders[language]
    expect(text).toMatch(leave)
    expect(text.search(outside)).toBeGreaterThan(text.search(leave))
    expectOneWayToCall(language, text)
  },
)

test.each(languages)('that an emergency is no longer reported is no all-clear in %s', (language) => {
  const catalog = readCatalog(language)
  for (const id of ['notice.fault-ended.emergency', 'fault.page.over.emergency', 'sentence.alarm-over']) {
    expect(catalog[id]).toMatch(noAllClear[language])
  }
  expect(catalog['notice.fault-ended.emergency']).toMatch(/\{call\}$/u)
})

test.each(languages)('an emergency names one way to call for help, which is 112, in %s', (language) => {
  const texts = faultTextsIn(language)
  for (const code of emergencies) {
    const { selfHelp = [], call = '' } = texts[code] ?? {}
    expectOneWayToCall(language, [...selfHelp, call].join(' '))
  }
  expectOneWayToCall(language, readCatalog(language)['fault.unknown.safety'] ?? '')
})

test.each(languages)(
  'a person who smells gas near a burner that does not ignite is first sent out of the house in %s',
  (language) => {
    const [first = ''] = faultTextsIn(language)['E104']?.selfHelp ?? []
    const [leave, outside] = orders[language]
    expect(first).toMatch(leave)
    expect(first.search(outside)).toBeGreaterThan(first.search(leave))
    expectOneWayToCall(language, first)
  },
)

/** The word for a light switch in each language. */
const switches: Readonly<Record<Language, RegExp>> = {
  cs: /vypínač/u,
  da: /kontakt/u,
  de: /schalter/iu,
  en: /switch/u,
  es: /interruptor/u,
  fr: /interrupteur/u,
  it: /interruttor/u,
  nl: /schakelaar/u,
  no: /bryter/u,
  pl: /włącznik/u,
  sk: /vypínač/u,
  sl: /stikal/u,
  sv: /strömbrytare/u,
}

test.each(languages)(
  'in %s the text about a smell of gas says to touch no switch before the call from outside',
  (language) => {
    const [first = ''] = faultTextsIn(language)['E104']?.selfHelp ?? []
    const touching = first.search(switches[language])
    expect(touching).toBeGreaterThan(0)
    expect(first.indexOf('112')).toBeGreaterThan(touching)
    expect(faultTextsIn(language)['G901']?.selfHelp.join(' ')).toMatch(switches[language])
  },
)

test.each(languages)('the title and the meaning of carbon monoxide name it as the detector does in %s', (language) => {
  const { title, meaning } = faultTextsIn(language)['G902'] ?? {}
  for (const text of [title, meaning, readCatalog(language)['fault.unknown.safety']]) expect(text).toMatch(/\bCO\b/u)
})

const legal = globSync('legal/*/*/*.md', { cwd: root }).map((name) => {
  const [, language = '', country = '', file = ''] = name.split(path.sep)
  const text = readFileSync(path.join(root, name), 'utf8')
  return { name, language, country, kind: path.parse(file).name, text }
})

const withDanger = legal.filter(
  ({ kind, text }) => ['tos', 'service-description'].includes(kind) && text.includes('\nsample: true\n'),
)

test.each(withDanger)('$name says what the card says of gas and carbon monoxide', ({ language, country, text }) => {
  expect(text).toContain(spelled(readCatalog(language)['fault.unknown.safety'] ?? '', country))
})

/** Matches emergency numbers of single countries, which are wrong in other countries. */
const national = /(?<![\d/])(?:1\d\d|99[789]|911|01[58]|06[12]|08[05])(?!\d)/gu

function nationalNumbersIn(text: string): string[] {
  return (text.match(national) ?? []).filter((number) => number !== '112')
}

test.each(languages)('the sample catalogue in %s has no emergency number except 112', (language) => {
  expect(nationalNumbersIn(JSON.stringify(Object.values(faultTextsIn(language))))).toEqual([])
})

test.each(legal)('$name has no emergency number except 112', ({ text }) => {
  expect(nationalNumbersIn(text)).toEqual([])
})
