import type { FileStore } from './file-store.ts'
import { createLocalFiles } from './local-files.ts'
import type { StoreSetting } from './store-setting.ts'

/** The store of the setting. The SDK for S3 is loaded only where it is used. */
export async function openFileStore(setting: StoreSetting): Promise<FileStore> {
  if (setting.kind === 'file') return createLocalFiles(setting.folder)
  const { createS3Files } = await import('./s3-files.ts')
  return createS3Files(setting)
}
