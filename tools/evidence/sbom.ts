import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runToEnd } from '../run-to-end.ts'
import { StartError } from '../../scripts/processes/start-error.ts'

/** The generator of the SBOM. It is not in package.json, because it would add 130 packages that nothing else uses. */
const generator = '@cyclonedx/cyclonedx-npm@6.0.1'

/** The parts of a CycloneDX 1.6 document that this project reads. */
export type Sbom = { components: SbomComponent[] }
type SbomComponent = { group?: string; name: string; version: string; purl?: string; components?: SbomComponent[] }

type LockFile = { packages: Record<string, { name?: string; version: string }> }

/**
 * Writes `sbom.cdx.json`: a CycloneDX 1.6 document with every package in package-lock.json, validated against the
 * schema of CycloneDX.
 *
 * @throws StartError if the generator fails, or if the document lacks a package of the lock file
 */
export async function writeSbom(root: string, folder: string, printLine: (text: string) => void): Promise<Sbom> {
  const file = join(folder, 'sbom.cdx.json')
  await generateDocument(root, file)
  const sbom = JSON.parse(await readFile(file, 'utf8')) as Sbom
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as LockFile
  const missing = findMissingPackages(sbom, lock)
  if (missing.length > 0) throw new StartError(`The SBOM misses entries of package-lock.json: ${missing.join(', ')}.`)
  printLine(
    `sbom.cdx.json: ${componentNamesOf(sbom).size} packages, each entry of package-lock.json among them; valid CycloneDX 1.6.`,
  )
  return sbom
}

async function generateDocument(root: string, file: string): Promise<void> {
  const format = ['--package-lock-only', '--spec-version', '1.6', '--output-format', 'JSON', '--output-reproducible']
  const args = ['exec', '--yes', '--package', generator, '--', 'cyclonedx-npm', ...format, '--validate']
  await runToEnd('npm', [...args, '--output-file', file], { cwd: root })
}

/** Returns the packages of the lock file that the document lacks, as `name@version`. */
export function findMissingPackages(sbom: Sbom, { packages }: LockFile): string[] {
  const componentNames = componentNamesOf(sbom)
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`)
    .filter((each) => !componentNames.has(each))
}

/** Returns all components as `name@version`, even nested components. */
export function componentNamesOf({ components }: Sbom): Set<string> {
  return new Set(components.flatMap(namesWithin))
}

function namesWithin({ group, name, version, components = [] }: SbomComponent): string[] {
  return [`${group ? `${group}/` : ''}${name}@${version}`, ...components.flatMap(namesWithin)]
}
