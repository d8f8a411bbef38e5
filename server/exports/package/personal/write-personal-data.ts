import { decodeJwt } from 'jose'
import type { Language } from '#contract/languages.ts'
import { receiptFileName, formatReceiptFile } from '#contract/receipts.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { jsonMediaType } from '../package-contents.ts'
import type { PackageDependencies, PackageTarget } from '../write-package.ts'
import { type ZippedFile, createZipWriter } from '../zip-writer.ts'
import { type PersonalDataFileName, personalDataFileNames, receiptsFolder } from './personal-data-file-names.ts'
import { renderPersonalReadMe, personalReadMeTexts } from './personal-read-me.ts'
import { prepareExportTransaction, readPersonalReceipts, readRowsOfPersonalDataFile } from './store.ts'

/**
 * A request for all data about a person. `brand` is the brand of the portal on which the person made the request.
 * Only access that is in force at `requestedAt` is included.
 */
export type PersonalDataRequest = {
  source: 'PERSON'
  gatewayId: null
  personId: string
  language: Language
  brand: string | null
  requestedAt: Date
}

/**
 * Writes the ZIP with all data about a person to `output` and ends it. Returns the number of rows and receipts.
 *
 * The ZIP has a JSON array for each kind of data, a read-me that explains each file, the receipts of consents, a
 * description for programs, and checksums. Rejects if reading or writing fails, or if `signal` aborts; `output` is
 * then incomplete. Specification 25.2.
 */
export async function writePersonalData(
  { pool, brandOf }: Pick<PackageDependencies, 'pool' | 'brandOf'>,
  { personId, language, brand, requestedAt }: PersonalDataRequest,
  { output, onProgress, signal }: PackageTarget,
): Promise<{ rows: number }> {
  const zip = createZipWriter(output, signal)
  const shownBrand = brandOf(brand ?? '')
  try {
    const zippedFiles: ZippedFile[] = [
      await zip.add('README.html', [renderPersonalReadMe({ language, brand: shownBrand, requestedAt })]),
    ]
    const rows = await inTransaction(
      pool,
      async (transaction) => {
        await prepareExportTransaction(transaction)
        let count = 0
        for (const [index, name] of personalDataFileNames.entries()) {
          const personalRows = await readRowsOfPersonalDataFile(
            transaction,
            { personId, now: requestedAt.getTime() },
            name,
          )
          zippedFiles.push(await zip.add(name, [`${JSON.stringify(personalRows, null, 2)}\n`]))
          count += personalRows.length
          onProgress((index + 1) / personalDataFileNames.length)
        }
        for (const { jws, ...receipt } of await readPersonalReceipts(transaction, personId)) {
          const content = formatReceiptFile(jws, decodeJwt(jws))
          zippedFiles.push(await zip.add(`${receiptsFolder}${receiptFileName(receipt)}`, [content]))
          count += 1
        }
        return count
      },
      'snapshot',
    )
    zippedFiles.push(await zip.add('datapackage.json', [describe(zippedFiles, requestedAt)]))
    await zip.add('manifest.sha256', [zippedFiles.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('')])
    await zip.end()
    return { rows }
  } catch (error) {
    await zip.fail(error instanceof Error ? error : new Error('The package could not be made', { cause: error }))
    throw error
  }
}

/** Describes the files as a Data Package. https://specs.frictionlessdata.io/data-package/ */
function describe(files: readonly ZippedFile[], requestedAt: Date): string {
  const packageDetails = {
    profile: 'data-package',
    name: 'personal-data',
    title: 'All data about a person',
    created: requestedAt.toISOString(),
    resources: files.map(({ path, bytes, sha256 }) => ({
      profile: 'data-resource',
      name: path.toLowerCase(),
      path,
      title: titleOf(path),
      format: path.slice(path.lastIndexOf('.') + 1),
      mediatype: path === 'README.html' ? 'text/html' : jsonMediaType,
      encoding: 'utf-8',
      bytes,
      hash: `sha256:${sha256}`,
    })),
  }
  return `${JSON.stringify(packageDetails, null, 2)}\n`
}

function titleOf(path: string): string {
  if (path.startsWith(receiptsFolder)) return 'A receipt of a consent'
  return isPersonalFile(path) ? personalReadMeTexts.en[path] : 'What each file contains, and your rights'
}

function isPersonalFile(path: string): path is PersonalDataFileName {
  return personalDataFileNames.some((name) => name === path)
}
