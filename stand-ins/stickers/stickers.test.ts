import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGatewaySwitch, switchedOffGatewaysPath } from '../gateways/switched-off-gateways.ts'
import { demoRegistryFile, readRegistryFile } from '../registry-file.ts'
import { createStickersStandIn } from './stickers-stand-in.ts'

// Specification 18.3: a page draws the stickers of the demo's gateways.

const gateways = await readRegistryFile(demoRegistryFile)
const folder = await mkdtemp(join(tmpdir(), 'stickers-'))
const switches = createGatewaySwitch(switchedOffGatewaysPath(folder))
const service = createStickersStandIn({ gateways, host: '127.0.0.1', switches })
let url: string

beforeAll(async () => {
  url = `http://127.0.0.1:${await service.listen(0)}`
})

afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

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
  const hostile = createStickersStandIn({
    gateways: [{ ...gateway, userPassword: '<b>&"' }],
    host: '127.0.0.1',
    switches: null,
  })
  const port = await hostile.listen(0)
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toContain('<dd>&lt;b&gt;&amp;&quot;</dd>')
  await hostile.close()
})

test('each simulated gateway has a switch, which says what it does', async () => {
  const page = await (await fetch(url)).text()
  expect(page.match(/<form/gu)).toHaveLength(gateways.filter(({ simulated }) => simulated).length)
  expect(page).toContain('<button aria-label="Switch off 929220810">Switch off</button>')
  const answer = await fetch(`${url}/switch?serial=929220810&to=off`, { method: 'POST', redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/#929220810'])
  expect(await (await fetch(url)).text()).toContain('<button aria-label="Switch on 929220810">Switch on</button>')
  await fetch(`${url}/switch?serial=929220810&to=on`, { method: 'POST' })
  expect(await switches.readOff()).toEqual(new Set())
})

test('no other site, and no unknown serial number, switches a gateway', async () => {
  const foreign = { 'Sec-Fetch-Site': 'cross-site' }
  const answers = [
    await fetch(`${url}/switch?serial=929220810&to=off`, { method: 'POST', headers: foreign }),
    await fetch(`${url}/switch?serial=000000000&to=off`, { method: 'POST' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
  expect(await switches.readOff()).toEqual(new Set())
})

test('a request with an invalid address is answered 500, and the next one with its page', async () => {
  expect((await fetch(`${url}//`)).status).toBe(500)
  expect((await fetch(url)).status).toBe(200)
})

test('there is only that page and its style sheet', async () => {
  expect((await fetch(`${url}/style.css`)).headers.get('content-type')).toContain('text/css')
  expect((await fetch(`${url}/gateways.csv`)).status).toBe(404)
  expect((await fetch(url, { method: 'POST' })).status).toBe(404)
})
