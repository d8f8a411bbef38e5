import type { Log } from '#server/log.ts'
import type { Pool } from 'pg'
import { SettingError } from '#server/config.ts'
import { describeProcessUser } from '#server/process-user.ts'
import { isFileStoreContentExpected, withQueryTimeout } from '../store.ts'
import { type FileStore, FileStoreError } from './file-store.ts'
import { createLocalFileStore } from './local-file-store.ts'
import type { FileStoreSetting } from './file-store-setting.ts'

/** Opens the store that the setting names. The SDK for S3 is imported only if the store is in S3. */
export async function openFileStore(setting: FileStoreSetting): Promise<FileStore> {
  if (setting.kind === 'file') return createLocalFileStore(setting.folder)
  const { createS3FileStore } = await import('./s3-file-store.ts')
  return createS3FileStore(setting)
}

const forbidden = `may not be written by ${describeProcessUser()}; give this user the right to write there`

/**
 * Errors of the folder in the setting that stay until the operator acts. Each value is the end of the error message.
 */
const pathErrors: Readonly<Record<string, string>> = {
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: 'lies on a disk that is read only',
  ENOTDIR: 'lies below something that is no folder',
  EEXIST: 'is no folder',
  ENOENT: 'cannot be made there',
  ENAMETOOLONG: 'has too long a name',
}

/**
 * Prepares the store of the setting EXPORT_STORE. If the store is unreachable or lost, logs this and resolves. Exports
 * then fail until the store is available again.
 * @throws SettingError if the folder cannot be used until the operator acts
 */
export async function prepareFileStore(
  files: FileStore,
  { pool, log }: { pool: Pool; log: Pick<Log, 'error'> },
): Promise<void> {
  try {
    await files.prepare({ files: await isFileStoreContentExpected(withQueryTimeout(pool)) })
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error
    const { code = '', path, message, name } = error.cause as NodeJS.ErrnoException
    if (code in pathErrors) throw new SettingError(`EXPORT_STORE: ${path} ${pathErrors[code]}.`, { cause: error })
    const reason = message || name
    log.error(
      { reason },
      `EXPORT_STORE: the store is away (${reason}); exports fail, and no file counts as deleted until it is back`,
    )
  }
}
