import type { Readable, Writable } from 'node:stream'
import type { ExportFailure } from '#contract/export-states.ts'
import type { ByteRange } from '#server/http/file-answer.ts'

/** A file that is being written. Nobody can read it before `commit`. `discard` removes all of it. */
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
   * Prepares the location of the files, and checks that it is reachable. If it is empty although files are expected,
   * such as a disk that is not mounted, it counts as lost: `prepare` rejects and does not use it as an empty store.
   */
  prepare(expected: { files: boolean }): Promise<void>
  /** Begins a file. First drops the drafts that killed processes left of it. */
  begin(fileId: string): Promise<FileDraft>
  /** The bytes of a range, both ends included; resolves once the file is open. */
  read(fileId: string, range: ByteRange): Promise<Readable>
  /** Removes a file and its drafts. Does nothing if neither exists. */
  remove(fileId: string): Promise<void>
  /** Removes drafts that were begun before this moment, which are from killed processes. */
  dropDrafts(before: Date): Promise<void>
}

type FileStoreFailure = Exclude<ExportFailure, 'failed'>

/** The store is full or unreachable. */
export class FileStoreError extends Error {
  override name = 'FileStoreError'
  readonly reason: FileStoreFailure

  constructor(reason: FileStoreFailure, cause: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}
