import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAccessibilityReports } from './accessibility-reports.ts'
import { writeChecksums } from './checksums.ts'
import { writeSbom } from './sbom.ts'
import { writeVex } from './vex.ts'
import { runProgram } from '../../scripts/processes/run-program.ts'

// `npm run evidence`: writes the evidence for buyers to dist/evidence; see docs/how-to/evidence.md.

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'dist/evidence')

await runProgram({ codeOfSignal: 130 }, async ({ printLine }) => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const sbom = await writeSbom(root, folder, printLine)
  await writeVex(folder, sbom, printLine)
  await writeAccessibilityReports(root, folder, printLine)
  await writeChecksums(root, folder, printLine)
  printLine(`The evidence is in ${folder}.`)
  return 0
})
