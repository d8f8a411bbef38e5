import { readFileSync } from 'node:fs'
import path from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ControlSubjectProvider } from '#client/interaction/control-subject.ts'
import { TextProvider } from '#client/i18n/text-provider.tsx'
import { createTranslation } from '#client/i18n/translation.ts'
import type { FaultDescription } from '#contract/faults.ts'
import type { Connection } from '#contract/appliance.ts'
import type { Language } from '#contract/languages.ts'
import { type ApplianceFault, toAppliance } from '../state/appliance.ts'
import {
  testCompany,
  createApiConnection,
  testProviderContract,
  testSupportContract,
} from '#test/client/api-connection.ts'
import { FaultContact, chooseFirstCallee } from './fault-contact.tsx'
import { FaultRegion } from './fault-panel.tsx'
import { faultWordsOf } from '#contract/fault-words.ts'
import { StaticRouter } from '#client/router/static-router.tsx'

const load = (part: string) => async (language: Language) => {
  const file = path.join(import.meta.dirname, `../../../texts/${language}/${part}.json`)
  const messages = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
  return Object.fromEntries(messages.map(([id, message]) => [id, compileMessageOrThrow(message)]))
}

const translation = await createTranslation({
  load: load('page'),
  keeping: { getItem: () => 'en', setItem: () => {} },
  preferred: [],
  onLanguage: () => {},
})
await translation.extend(load('fault-words'))
const { t } = translation

const described: FaultDescription = {
  code: 'E104',
  severity: 'ERROR',
  emergency: false,
  language: 'en',
  title: 'Burner does not ignite',
  meaning: 'No flame came on.',
  heating: 'No.',
  selfHelp: ['Check the gas tap.', 'Press the button.'],
  call: 'Call today.',
}

const applianceFault: ApplianceFault = { code: 'E104', severity: 'ERROR' }

function shown(element: React.ReactNode): string {
  return renderToStaticMarkup(
    <StaticRouter>
      <TextProvider translation={translation}>{element}</TextProvider>
    </StaticRouter>,
  )
}

function regionOf(description: FaultDescription | null, fault = applianceFault, isOffline = false): string {
  const words = faultWordsOf(fault, description, t)
  return shown(
    <FaultRegion words={words} fault={fault} isOffline={isOffline}>
      {null}
    </FaultRegion>,
  )
}

test('a region named by the title says what a fault means, whether the heating may stay on, what to do and when to call', () => {
  const markup = regionOf(described)
  const [, id] = /<section[^>]* aria-labelledby="([^"]+)"/u.exec(markup) ?? []
  expect(markup).toContain(`<h3 id="${id}"`)
  const order = ['Burner does not ignite', 'No flame', 'Can I keep', 'Check the gas tap', 'Call today', 'code E104']
  expect(order.map((text) => markup.indexOf(text))).toEqual(
    order.map((text) => markup.indexOf(text)).toSorted((one, other) => one - other),
  )
  expect(order.every((text) => markup.includes(text))).toBe(true)
})

test('the link that calls comes after the first step and before all other answers', () => {
  const call = <a href="tel:+497111234">Call Heiz</a>
  const words = faultWordsOf(applianceFault, described, t)
  const markup = shown(
    <FaultRegion words={words} fault={applianceFault} isOffline={false} call={call}>
      {null}
    </FaultRegion>,
  )
  const order = ['No flame', 'Check the gas tap', 'tel:', 'Can I keep', 'Press the button', 'Call today', 'code E104']
  const positions = order.map((text) => markup.indexOf(text))
  expect(positions).toEqual(positions.toSorted((one, other) => one - other))
  expect(positions).not.toContain(-1)
  expect(markup.match(/Check the gas tap/gu)).toHaveLength(1)
})

test('the service provider is called, without its telephone the brand', () => {
  const callee = (changes: object, number: string | null = brand.supportPhone) => {
    const contracts = [{ ...testProviderContract, ...changes }]
    return chooseFirstCallee(toAppliance(createApiConnection({ service: { ...service, contracts } }), 1).service, {
      ...brand,
      supportPhone: number,
    })
  }
  expect(callee({ company: reachable })).toEqual({ name: reachable.name, phone: reachable.phone })
  expect(callee({ company: reachable, status: 'PENDING' })).toEqual({ name: 'Cedar', phone: brand.supportPhone })
  expect(callee({ company: testCompany })).toEqual({ name: 'Cedar', phone: brand.supportPhone })
  expect(callee({ company: testCompany }, null)).toBeNull()
})

test('an undescribed fault without severity does not say that the heating works', () => {
  const markup = regionOf(null, { code: 'I3', severity: null })
  expect(markup).toMatch(/Fault I3.*We do not know\./u)
  expect(markup).toContain('Call today if rooms or water stay cold')
  expect(markup).not.toContain(t('fault.unknown.heating.WARNING'))
})

test('an emergency first says to leave the house, then to call, then the rest', () => {
  const markup = regionOf({ ...described, emergency: true })
  const order = ['Leave the house first', 'Check the gas tap', 'Call today', 'href="tel:112"', 'No flame', 'Can I keep']
  const positions = order.map((text) => markup.indexOf(text))
  expect(positions).toEqual(positions.toSorted((one, other) => one - other))
  expect(positions).not.toContain(-1)
})

test('if the owner can do nothing, neither a heading for it nor an empty list is shown', () => {
  const ofFault = regionOf({ ...described, selfHelp: [] })
  expect(ofFault).not.toContain(t('fault.self-help'))
  expect(ofFault).toMatch(/No flame.*Call today/u)
  const emergency = regionOf({ ...described, emergency: true, selfHelp: [] })
  expect(emergency).toMatch(/Leave the house first.*Call today/u)
  expect(ofFault + emergency).not.toContain('<ol')
})

test('an undescribed fault says so, with the code', () => {
  expect(regionOf(null, { code: 'Z999', severity: 'WARNING' })).toMatch(
    /Fault Z999.*not described here.*still working/u,
  )
  expect(regionOf(null, { code: null, severity: 'ERROR' })).toMatch(/reports a fault.*has not reported.*may be off/u)
})

test('a fault that was reported before the connection was lost says so', () => {
  expect(regionOf(described, applianceFault, true)).toContain('Reported before the connection was lost.')
  expect(regionOf(described)).not.toContain('Reported before')
})

test('only texts in another language have a lang attribute, and text that looks like HTML stays text', () => {
  const markup = regionOf({ ...described, language: 'de', title: '<img src=x onerror=alert(1)>' })
  for (const own of ['&lt;img', 'No flame', 'No.', '<ol', 'Call today']) {
    expect(markup).toMatch(new RegExp(`lang="de">${own}`, 'u'))
  }
  expect(markup).not.toMatch(/<section[^>]* lang=/u)
  expect(regionOf(described)).not.toContain('lang=')
  expect(markup).toContain('&lt;img src=x')
  expect(markup).not.toContain('<img')
})

const brand = { name: 'Cedar', supportPhone: '+49 30 23125 100' }

function contactOf(changes: Parameters<typeof createApiConnection>[0]): string {
  return shown(
    <FaultContact service={toAppliance(createApiConnection(changes), 1).service} brand={brand} position="first" />,
  )
}

const service = { canEditContract: true, address: null, contracts: [] }
const reachable = { ...testCompany, phone: '+49 711 / 12 34', email: 'heiz@example.com' }

test('the connected service provider is the first contact, with a link to call', () => {
  const provider = { ...testProviderContract, company: reachable }
  const support = { ...testSupportContract, status: 'ACTIVE' as const }
  const markup = contactOf({ service: { ...service, contracts: [provider, support] } })
  expect(markup).toContain('Heiz &amp; Co')
  expect(markup).toContain('href="tel:+497111234"')
  expect(markup).toContain('href="mailto:heiz@example.com"')
  expect(markup).not.toContain('asa.example')
})

test('customer support is the second contact; one that has not agreed is not shown', () => {
  const provider = { ...testProviderContract, company: reachable, status: 'PENDING' as const }
  const support = { ...testSupportContract, status: 'ACTIVE' as const }
  const markup = contactOf({ service: { ...service, contracts: [provider, support] } })
  expect(markup).toContain('href="https://asa.example"')
  expect(markup).not.toContain('tel:+497111234')
})

test('if the contact has no telephone number, the number and the help of the brand are also shown', () => {
  const withPhone = { ...testProviderContract, company: reachable }
  const { phone: _, ...withoutPhone } = reachable
  const available = [
    { ...service, contracts: [{ ...testProviderContract, company: withoutPhone }] },
    { ...service, contracts: [{ ...testSupportContract, status: 'ACTIVE' as const }] },
    service,
  ]
  for (const each of available) {
    expect(contactOf({ service: each })).toMatch(/ask Cedar:.*href="tel:\+493023125100".*href="\/help"/u)
  }
  expect(contactOf({ service: { ...service, contracts: [withPhone] } })).not.toContain('Cedar')
})

test('below the link that calls, the panel says only what that link does not say', () => {
  const belowCall = (contracts: Connection['service']['contracts']) => {
    const connected = toAppliance(
      createApiConnection({ service: { ...service, contracts: [...contracts] } }),
      1,
    ).service
    return shown(<FaultContact service={connected} brand={brand} position="below-call" />)
  }
  const { phone: _, ...withoutPhone } = reachable
  const { email: __, ...withoutEmail } = reachable
  const emailed = belowCall([{ ...testProviderContract, company: withoutPhone }])
  expect(emailed).toMatch(/Service provider.*Heiz &amp; Co.*mailto:heiz@example\.com.*href="\/help"/u)
  expect(emailed).not.toMatch(/Who to call|You can also ask|tel:/u)
  expect(belowCall([{ ...testProviderContract, company: reachable }])).toContain('mailto:heiz@example.com')
  expect(belowCall([{ ...testProviderContract, company: withoutEmail }])).toBe('')
  const supported = belowCall([{ ...testSupportContract, status: 'ACTIVE' }])
  expect(supported).toContain('https://asa.example')
  expect(supported).not.toContain('Service provider')
  expect(belowCall([])).toMatch(/Service provider.*Call the company.*Connect a service provider/u)
})

test('the instructions of a fault that is over have a heading that says they apply when it happens', () => {
  const words = faultWordsOf(applianceFault, described, t)
  const shownAt = (page: 'page' | 'page-of-past') =>
    shown(
      <FaultRegion words={words} fault={applianceFault} isOffline={false} page={page}>
        {null}
      </FaultRegion>,
    )
  expect(shownAt('page-of-past')).toMatch(
    /No flame came on.*<h2[^>]*>When it happens<\/h2>.*Can I keep the heating on/u,
  )
  expect(shownAt('page')).not.toContain('When it happens')
})

test('the region of each fault has the name of its card, so that each region has its own name', () => {
  const markup = shown(
    <ControlSubjectProvider value="card-title">
      <FaultRegion words={faultWordsOf(applianceFault, described, t)} fault={applianceFault} isOffline={false}>
        {null}
      </FaultRegion>
    </ControlSubjectProvider>,
  )
  expect(markup).toMatch(/<section[^>]* aria-labelledby="[^" ]+ card-title"/u)
})

test('without contact the panel says how to find a company; only the owner can connect one', () => {
  expect(contactOf({ service })).toMatch(/Call the company.*Connect a service provider/u)
  expect(contactOf({ service: { ...service, canEditContract: false } })).not.toContain('Connect a service provider')
})

test('in an emergency a connected service provider is for later, not for now', () => {
  const provider = { ...testProviderContract, company: reachable }
  const connected = toAppliance(createApiConnection({ service: { ...service, contracts: [provider] } }), 1).service
  const markup = shown(<FaultContact brand={brand} service={connected} position="afterwards" />)
  expect(markup).toContain('href="tel:+497111234"')
  expect(markup).toContain('Who checks the appliance afterwards')
  expect(markup).not.toContain('Who to call')
})

test('an emergency shows no search for a company', () => {
  const { service: alone } = toAppliance(createApiConnection({ service }), 1)
  expect(shown(<FaultContact service={alone} brand={brand} position="afterwards" />)).toBe('')
})
