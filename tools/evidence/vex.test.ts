import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findMissingPackages, type Sbom } from './sbom.ts'
import { findOutdatedPackages, type VulnerabilityReview, reviewFileSchema, toVexDocument } from './vex.ts'

const sbom: Sbom = {
  components: [
    { group: '@scope', name: 'outer', version: '1.0.0', components: [{ name: 'inner', version: '2.0.0' }] },
    { name: 'plain', version: '3.0.0' },
  ],
}

function reviewOf(name: string): VulnerabilityReview {
  const vulnerability = {
    id: 'CVE-2026-12345',
    package: name,
    state: 'not_affected' as const,
    justification: 'code_not_reachable' as const,
    detail: 'The portal never calls the parser with input of a stranger.',
    reviewed: '2026-11-25',
  }
  return { reviewed: '2026-11-25', vulnerabilities: [vulnerability] }
}

test('the SBOM names every entry of the lock file, nested and scoped ones included', () => {
  const packages = {
    '': { version: '0.1.0' },
    'node_modules/@scope/outer': { version: '1.0.0' },
    'node_modules/@scope/outer/node_modules/inner': { version: '2.0.0' },
    'node_modules/other-name': { name: 'plain', version: '3.0.0' },
    'node_modules/plain': { version: '4.0.0' },
  }
  expect(findMissingPackages(sbom, { packages })).toEqual(['plain@4.0.0'])
})

test('the VEX file refuses a row about a package that is no longer installed', () => {
  expect(findOutdatedPackages(reviewOf('@scope/outer@1.0.0'), sbom)).toEqual([])
  expect(findOutdatedPackages(reviewOf('plain@2.9.9'), sbom)).toEqual(['plain@2.9.9'])
})

test('the VEX file gives state, reason and package URL of each reviewed vulnerability', () => {
  expect(toVexDocument(reviewOf('@scope/outer@1.0.0')).vulnerabilities).toEqual([
    {
      id: 'CVE-2026-12345',
      source: { name: 'NVD' },
      analysis: {
        state: 'not_affected',
        justification: 'code_not_reachable',
        detail: 'The portal never calls the parser with input of a stranger.',
        lastUpdated: '2026-11-25T00:00:00Z',
      },
      affects: [{ ref: 'pkg:npm/%40scope/outer@1.0.0' }],
    },
  ])
})

test('the reviewed list of this repository is well formed', async () => {
  const list = await readFile(join(import.meta.dirname, 'reviewed-vulnerabilities.json'), 'utf8')
  expect(reviewFileSchema.safeParse(JSON.parse(list)).error).toBeUndefined()
})
