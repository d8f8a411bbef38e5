import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { callbackify } from 'node:util'
import { type FileDraft, type FileStore, FileStoreError } from './file-store.ts'

/**
 * The name of the marker file, which `prepare` writes to the folder of a store. A folder without a marker file is not
 * the store but, for example, an empty mount point.
 */
const markerName = 'gateway-portal-exports'
const markerText = 'The portal keeps the files of exports in this folder, and works only where this file is.\n'

/**
 * Creates a store in a folder. Files are `<folder>/<first two digits of the id>/<id>.zip`; drafts are in
 * `<folder>/drafts`.
 */
export function createLocalFileStore(folder: string): FileStore {
  const drafts = join(folder, 'drafts')
  const pathOf = (fileId: string): string => join(folder, fileId.slice(0, 2), `${fileId}.zip`)

  async function begin(fileId: string): Promise<FileDraft> {
    return inStore(async () => {
      await refuseLostFolder(folder)
      await mkdir(drafts, { recursive: true, mode: 0o700 })
      await dropDraftsOf(fileId)
      const path = join(drafts, `${fileId}.${randomUUID()}`)
      const handle = await open(path, 'wx', readableByOwner)
      const output = writeTo(handle)
      return {
        output,
        commit: async () => inStore(async () => moveDurably(path, pathOf(fileId))),
        discard: async () => {
          output.destroy()
          await inStore(async () => rm(path, { force: true }))
        },
      }
    })
  }

  async function prepare({ files }: { files: boolean }): Promise<void> {
    const names = await namesIn(folder)
    if (names.includes(markerName)) return
    if (files && names.length === 0) throw new Error(`${folder} is empty, and must hold files`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(join(folder, markerName), markerText, { mode: readableByOwner })
  }

  async function dropDraftsOf(fileId: string): Promise<void> {
    const leftDrafts = (await namesIn(drafts)).filter((name) => name.startsWith(`${fileId}.`))
    for (const name of leftDrafts) await rm(join(drafts, name), { force: true })
  }

  return {
    prepare: async (expected) => inStore(async () => prepare(expected)),
    begin,
    read: async (fileId, { start, end }) =>
      inStore(async () => (await open(pathOf(fileId), 'r')).createReadStream({ start, end })),
    remove: async (fileId) =>
      inStore(async () => {
        await refuseLostFolder(folder)
        await dropDraftsOf(fileId)
        await rm(pathOf(fileId), { force: true })
      }),
    dropDrafts: async (before) =>
      inStore(async () => {
        await refuseLostFolder(folder)
        for (const name of await namesIn(drafts)) await dropIfOlder(join(drafts, name), before)
      }),
  }
}

const readableByOwner = 0o600

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

async function dropIfOlder(path: string, before: Date): Promise<void> {
  const { mtime } = await stat(path)
  if (mtime < before) await rm(path, { force: true })
}

// Rejects if the marker file is missing. If a disk is not mounted, the folder is missing or empty although its files
// still exist.
async function refuseLostFolder(folder: string): Promise<void> {
  await stat(join(folder, markerName))
}

function writeTo(handle: FileHandle): Writable {
  const append = async (data: Buffer): Promise<void> => inStore(async () => handle.appendFile(data))
  return new Writable({
    write: (chunk: Buffer, _encoding, callback) => callbackify(append)(chunk, callback),
    writev: (chunks, callback) =>
      callbackify(append)(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)), callback),
    final: (callback) => callbackify(async () => inStore(async () => handle.sync()))(callback),
    destroy: (error, callback) => callbackify(closeAfter)(handle, error, callback),
  })
}

async function closeAfter(handle: FileHandle, error: Error | null): Promise<void> {
  await inStore(async () => handle.close())
  if (error) throw error
}

/** Moves a complete file to its final name, and syncs the folder, so that the name survives a power failure. */
async function moveDurably(from: string, to: string): Promise<void> {
  const folder = join(to, '..')
  await mkdir(folder, { recursive: true })
  await rename(from, to)
  const entries = await open(folder, 'r')
  try {
    await entries.sync()
  } finally {
    await entries.close()
  }
}

async function inStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toStoreFailure(error)
  }
}

const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

function toStoreFailure(error: unknown): FileStoreError {
  return new FileStoreError(fullCodes.has(codeOf(error)) ? 'store-full' : 'store-unavailable', error)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
