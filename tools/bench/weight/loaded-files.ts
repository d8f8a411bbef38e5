import type { Browser, Cookie, Response } from '@playwright/test'

/** What a view loads, as it goes over the wire: bytes by name, without the hashes of the contents. */
export type LoadedFiles = { script: Readonly<Record<string, number>>; style: Readonly<Record<string, number>> }

type Kind = keyof LoadedFiles

export type WeighedView = { url: string; cookies?: readonly Cookie[]; shows: string }

/** Opens the view in a browser that knows nothing yet and waits until `shows`, a selector, is there and nothing more comes. */
export async function loadedFiles(browser: Browser, { url, cookies = [], shows }: WeighedView): Promise<LoadedFiles> {
  const context = await browser.newContext({ locale: 'en-GB' })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  await page.goto(url)
  await page.locator(shows).first().waitFor()
  await page.waitForLoadState('networkidle')
  const files = { script: await sizes(responses, 'script'), style: await sizes(responses, 'style') }
  await context.close()
  return files
}

const resourceTypes: Record<Kind, string> = { script: 'script', style: 'stylesheet' }

async function sizes(responses: readonly Response[], kind: Kind): Promise<Record<string, number>> {
  const total = new Map<string, number>()
  for (const response of responses) {
    if (response.request().resourceType() !== resourceTypes[kind]) continue
    const name = nameOf(response.url())
    const { responseBodySize } = await response.request().sizes()
    total.set(name, (total.get(name) ?? 0) + responseBodySize)
  }
  return Object.fromEntries([...total].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** `https://…/assets/index-5TZOd9v8.js` -> `index.js` */
function nameOf(url: string): string {
  return (new URL(url).pathname.split('/').at(-1) ?? '').replace(/-[\w-]{8,10}(?=\.\w+$)/u, '')
}

export function bytesOf(files: Readonly<Record<string, number>>): number {
  return Object.values(files).reduce((sum, bytes) => sum + bytes, 0)
}
