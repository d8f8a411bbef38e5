/** Removes accents and case, for a search that ignores both: 'Österreich' becomes 'osterreich'. */
export function removeAccents(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
}
