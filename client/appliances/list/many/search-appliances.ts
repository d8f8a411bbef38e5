import type { Appliance } from '#client/appliances/state/appliance.ts'
import { removeAccents } from '#client/i18n/remove-accents.ts'

type Searched = Pick<Appliance, 'credentials' | 'service'>

/**
 * Returns the appliances that match every word of the query in name, title, address or serial number (Gateway ID). A
 * query word of fewer than three characters matches only at the beginning of a word, so that 'Boiler 2' does not
 * match every number. Specification 2.6.
 */
export function searchAppliances<Each extends Searched>(
  appliances: readonly Each[],
  query: string,
  nameOf: (appliance: Each) => string,
): Each[] {
  const searchText = toSearchText(query).trim()
  if (searchText === '') return [...appliances]
  const readings = [searchText, searchText.replaceAll(withinNumber, '')].map((each) => each.split(/\s+/u))
  return appliances.filter((appliance) => {
    const text = toSearchText(textOf(appliance, nameOf(appliance)))
    const words = text.split(/[\s,]+/u)
    const serial = appliance.credentials.serial
    const isThere = (word: string) =>
      word.length < within ? words.some((each) => each.startsWith(word)) : text.includes(word) || serial.includes(word)
    return readings.some((each) => each.every(isThere))
  })
}

/** The minimum length of a query word that may match in the middle of a word. */
const within = 3

/** Separators within a number, because people write numbers in groups. */
const withinNumber = /(?<=\d)[\s-]+(?=\d)/gu

/** Removes accents, case and direction marks; `ß` becomes `ss`, `ø` becomes `o`. */
function toSearchText(text: string): string {
  return removeAccents(text)
    .replaceAll(/[\u2068\u2069]/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
}

function textOf({ service: { address } }: Searched, name: string): string {
  const lines = address ? [...address.street, address.postalCode, address.city] : []
  return [name, ...lines].join(' ')
}
