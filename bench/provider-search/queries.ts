import { readFile } from 'node:fs/promises'

/** One search of the mix: `kind` is why it is there. */
export type MixedQuery = { kind: string; country: string; brand: string; value: string }

/** The committed mix of 200, made once from the first 10,000 companies, so that it fits both sizes. */
export async function readQueries(): Promise<MixedQuery[]> {
  return JSON.parse(await readFile(new URL('./queries.json', import.meta.url), 'utf8')) as MixedQuery[]
}

/** What the page asks for: five results. Specification 9. */
export function pathOf({ country, brand, value }: MixedQuery): string {
  const query = new URLSearchParams({ country, brand, value, limit: '5', offset: '0' })
  return `/api/2/companies/providers?${query.toString()}`
}
