import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAccessibilityReports } from './accessibility-reports.ts'
import { writeChecksums } from './checksums.ts'
import { EvidenceError } from './evidence-error.ts'
import { writeSbom } from './sbom.ts'
import { writeVex } from './vex.ts'

// `npm run evidence`: writes the evidence for buyers to dist/evidence; see docs/how-to/evidence.md.

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'dist/evidence')
const printLine = (text: string): void => void process.stdout.write(`${text}\n`)

try {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const sbom = await writeSbom(root, folder, printLine)
  await writeVex(folder, sbom, printLine)
  await writeAccessibilityReports(root, folder, printLine)
  await writeChecksums(root, folder, printLine)
  printLine(`The evidence is in ${folder}.`)
} catch (error) {
  if (!(error instanceof EvidenceError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
