import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { StartError } from '../../scripts/processes/start-error.ts'
import { componentNamesOf, type Sbom } from './sbom.ts'

/** The file in which the maintainers record each vulnerability that they have reviewed. */
const reviewFile = join(import.meta.dirname, 'reviewed-vulnerabilities.json')

/**
 * The review of one vulnerability. States and justifications are those of CycloneDX 1.6, section
 * `vulnerabilities.analysis`.
 */
const reviewedVulnerability = z.strictObject({
  id: z.string().regex(/^(?:CVE-\d{4}-\d{4,}|GHSA(?:-[a-z0-9]{4}){3})$/u),
  /** The package as `name@version`, as in package-lock.json. */
  package: z.string(),
  state: z.enum(['resolved', 'exploitable', 'in_triage', 'false_positive', 'not_affected']),
  justification: z
    .enum([
      'code_not_present',
      'code_not_reachable',
      'requires_configuration',
      'requires_dependency',
      'requires_environment',
      'protected_by_compiler',
      'protected_at_runtime',
      'protected_at_perimeter',
      'protected_by_mitigating_control',
    ])
    .optional(),
  detail: z.string().min(1),
  reviewed: z.iso.date(),
})

export const reviewFileSchema = z.strictObject({
  /** The date on which the maintainers last compared the list with the published advisories. */
  reviewed: z.iso.date(),
  vulnerabilities: z.array(reviewedVulnerability),
})

export type VulnerabilityReview = z.infer<typeof reviewFileSchema>

/**
 * Writes `vex.cdx.json`: the analysis of published vulnerabilities in the packages of the SBOM.
 *
 * @throws StartError if the review file is malformed, or names a package that is not installed
 */
export async function writeVex(folder: string, sbom: Sbom, printLine: (text: string) => void): Promise<void> {
  const parsed = reviewFileSchema.safeParse(JSON.parse(await readFile(reviewFile, 'utf8')))
  if (!parsed.success) throw new StartError(`${reviewFile}: ${z.prettifyError(parsed.error)}`)
  const outdated = findOutdatedPackages(parsed.data, sbom)
  if (outdated.length > 0) throw new StartError(`${reviewFile} names packages not installed: ${outdated.join(', ')}.`)
  await writeFile(join(folder, 'vex.cdx.json'), `${JSON.stringify(toVexDocument(parsed.data), null, 2)}\n`)
  printLine(
    `vex.cdx.json: ${parsed.data.vulnerabilities.length} reviewed vulnerabilities; last review ${parsed.data.reviewed}.`,
  )
}

/** Returns the packages in the review file that are not in the SBOM. Their entries are outdated. */
export function findOutdatedPackages({ vulnerabilities }: VulnerabilityReview, sbom: Sbom): string[] {
  const componentNames = componentNamesOf(sbom)
  return vulnerabilities.map((each) => each.package).filter((name) => !componentNames.has(name))
}

/** Converts the review file to a CycloneDX 1.6 document. */
export function toVexDocument({ reviewed, vulnerabilities }: VulnerabilityReview) {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: { timestamp: `${reviewed}T00:00:00Z`, component: { type: 'application', name: 'gateway-portal' } },
    components: [...new Set(vulnerabilities.map((each) => each.package))].map(componentOf),
    vulnerabilities: vulnerabilities.map(({ id, package: name, state, justification, detail, reviewed: updated }) => ({
      id,
      source: { name: id.startsWith('CVE-') ? 'NVD' : 'GitHub Advisories' },
      analysis: { state, ...(justification && { justification }), detail, lastUpdated: `${updated}T00:00:00Z` },
      affects: [{ ref: purlOf(name) }],
    })),
  }
}

function componentOf(name: string) {
  const at = name.lastIndexOf('@')
  const purl = purlOf(name)
  return { type: 'library', 'bom-ref': purl, name: name.slice(0, at), version: name.slice(at + 1), purl }
}

/** Returns the package URL of a package `name@version`. https://github.com/package-url/purl-spec, type npm. */
function purlOf(name: string): string {
  return `pkg:npm/${name.replace(/^@/u, '%40')}`
}
