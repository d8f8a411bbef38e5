import type { Readable, Writable } from 'node:stream'
import type { ExportFailure } from '#contract/export-states.ts'
import type { ByteRange } from '#server/http/send-file.ts'

/** A file that is being written. Nobody can read the file before `commit`. `discard` removes the whole draft. */
export type FileDraft = {
  /** The content of the file. Emits a FileStoreError if writing fails. */
  output: Writable
  /** Makes the file readable, once `output` has finished. @throws FileStoreError */
  commit(): Promise<void>
  discard(): Promise<void>
}

/** Stores finished files by id. Every function rejects with FileStoreError if the store is full or unreachable. */
export type FileStore = {
  /**
   * Prepares the location of the files, and checks that the location is reachable. Rejects if files are expected but
   * the location is empty, because a disk may not be mounted.
   */
  prepare(expected: { files: boolean }): Promise<void>
  /** Begins to write a file. First deletes drafts of the same file, which processes left when they were killed. */
  begin(fileId: string): Promise<FileDraft>
  /** Opens a range of a file; both ends are included. Resolves when the file is open. */
  read(fileId: string, range: ByteRange): Promise<Readable>
  /** Removes a file and its drafts. Does nothing if neither exists. */
  remove(fileId: string): Promise<void>
  /** Deletes drafts from before this time, which processes left when they were killed. */
  dropDrafts(before: Date): Promise<void>
}

type FileStoreFailure = Exclude<ExportFailure, 'failed'>

/** Thrown if the store is full or unreachable. */
export class FileStoreError extends Error {
  override name = 'FileStoreError'
  readonly reason: FileStoreFailure

  constructor(reason: FileStoreFailure, cause: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}
