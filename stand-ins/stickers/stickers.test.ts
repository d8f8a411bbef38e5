import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoRegistryFile, readRegistry } from '../registry-file.ts'
import { createStickersStandIn } from './service.ts'

// Specification 18.3: a page draws the stickers of the demo's gateways.

const gateways = await readRegistry(demoRegistryFile)
const service = createStickersStandIn({ gateways, host: '127.0.0.1' })
let url: string

beforeAll(async () => {
  url = `http://127.0.0.1:${await service.listen(0)}`
})

afterAll(() => service.close())

test('every gateway has its sticker, with the codes in groups as printed and a code to scan', async () => {
  const page = await (await fetch(url)).text()
  expect(page.match(/<article id=/gu)).toHaveLength(gateways.length)
  expect(page.match(/<svg/gu)).toHaveLength(gateways.length)
  const [, first = ''] = page.split('<article')
  expect(first).toContain('id="929220810"')
  for (const printed of ['929 220 810', 'ESgp tBxR bYpC VLTQ', '98xpynar', 'CT100']) expect(first).toContain(printed)
})

test('registry values are shown as text', async () => {
  const [gateway] = gateways
  if (!gateway) throw new Error('The demo has no gateways')
  const hostile = createStickersStandIn({ gateways: [{ ...gateway, userPassword: '<b>&"' }], host: '127.0.0.1' })
  const port = await hostile.listen(0)
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toContain('<dd>&lt;b&gt;&amp;&quot;</dd>')
  await hostile.close()
})

test('there is only that page and its style sheet', async () => {
  expect((await fetch(`${url}/style.css`)).headers.get('content-type')).toContain('text/css')
  expect((await fetch(`${url}/gateways.csv`)).status).toBe(404)
  expect((await fetch(url, { method: 'POST' })).status).toBe(404)
})
