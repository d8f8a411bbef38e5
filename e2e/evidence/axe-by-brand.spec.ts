import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page } from '@playwright/test'
import { readBrands } from '#brands/read-brands.ts'
import type { AxeFindings } from '../../tools/evidence/conformance.ts'
import { expect, test } from '../fixtures.ts'
import { publicScreens } from '../screens/public.ts'
import { createScreenOfPath, type Screen } from '../screens/screen.ts'
import { translatorOfLanguage } from '../translator.ts'

// Writes the findings of axe-core for each brand to reports, for `npm run evidence`. Here a violation is a result and
// does not fail the test.

const script = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const reports = fileURLToPath(new URL('../../dist/reports/', import.meta.url))
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

test.describe.configure({ mode: 'serial' })
test.slow()

for (const brand of (await readBrands()).brands.keys()) {
  test(`findings of axe-core in the brand ${brand}`, async ({ page, signIn, claimable, claimed }) => {
    await page.goto(`/error?brand=${brand}`)
    const id = await claimed('ada', claimable({ brand, simulated: true }))
    await signIn(page, 'ada')
    const screens = [...publicScreens, ...ownScreens(id)]
    const findings = await findingsOn(page, screens)
    await mkdir(reports, { recursive: true })
    await writeFile(`${reports}/axe-${brand}.json`, JSON.stringify(findings))
    expect(findings.screens).toHaveLength(screens.length)
  })
}

function ownScreens(id: string): readonly Screen[] {
  const paths = ['/appliances', '/appliances/add', `/appliances/${id}/history`, `/appliances/${id}/data-export`]
  const deletion: Screen = {
    name: 'the dialog that deletes an appliance',
    async open({ page, words }) {
      await createScreenOfPath('/appliances').open({ page, words })
      await page.getByRole('button', { name: words('appliance.delete') }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  }
  return [...[...paths, '/account', '/info', '/notices'].map(createScreenOfPath), deletion]
}

async function findingsOn(page: Page, screens: readonly Screen[]): Promise<AxeFindings> {
  const words = translatorOfLanguage('en')
  const rules = new Map<string, AxeFindings['rules'][number]>()
  const findings: AxeFindings = { axeVersion: '', screens: [], rules: [] }
  for (const { name, open } of screens) {
    await open({ page, words })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const results = await run(page)
      findings.axeVersion = results.testEngine.version
      for (const result of [...results.passes, ...results.violations]) {
        const rule = rules.get(result.id) ?? { id: result.id, tags: result.tags, violations: [] }
        rules.set(result.id, rule)
        if (results.violations.includes(result)) {
          rule.violations.push(...result.nodes.map(({ html }) => `${name}, ${colorScheme}: ${html}`))
        }
      }
    }
    // Replaces the id of the appliance, which differs at each run.
    findings.screens.push(name.replace(/[\da-f]{8}-[\da-f-]{27}/u, ':id'))
  }
  return { ...findings, rules: [...rules.values()] }
}

async function run(page: Page): Promise<axe.AxeResults> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script)
  return page.evaluate(async (values) => {
    const { axe: checker } = window as unknown as { axe: typeof axe }
    return checker.run({ exclude: ['tbody > tr:nth-child(n + 21)'] }, { runOnly: { type: 'tag', values } })
  }, tags)
}
