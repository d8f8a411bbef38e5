import lighthouse from 'lighthouse'

export type Visit = {
  url: string
  /** The browser's debugging port. */
  port: number
  /** `name=value; …` of whoever is signed in. */
  cookie?: string
}

/**
 * When the largest contentful paint comes, ms, on the phone and the network of Lighthouse's mobile profile. The browser
 * is really slowed down: worked out from a fast visit, a paint that waits for no script comes after every script that
 * happened to have arrived before it.
 */
export async function largestPaint({ url, port, cookie }: Visit): Promise<number> {
  const result = await lighthouse(url, {
    port,
    onlyAudits: ['largest-contentful-paint'],
    throttlingMethod: 'devtools',
    logLevel: 'error',
    ...(cookie && { extraHeaders: { Cookie: cookie } }),
  })
  const { runtimeError, finalDisplayedUrl, audits } = result?.lhr ?? {}
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}`)
  const ms = audits?.['largest-contentful-paint']?.numericValue
  if (ms === undefined) throw new Error(`${url}: Lighthouse saw no contentful paint`)
  return ms
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
