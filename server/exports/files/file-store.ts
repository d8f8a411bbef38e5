import type { Readable, Writable } from 'node:stream'
import type { ExportFailure } from '#contract/export-states.ts'
import type { ByteRange } from '#server/http/file-answer.ts'

/** A file on its way into the store: nobody finds it before `commit`, and after `discard` nothing is left of it. */
export type FileDraft = {
  /** Fails with a FileStoreError. */
  output: Writable
  /** Gives the file its place, once `output` has finished. @throws FileStoreError */
  commit(): Promise<void>
  discard(): Promise<void>
}

/** Where finished files lie, by their id. All of it rejects with FileStoreError when the store is away. */
export type FileStore = {
  /**
   * Makes the place for files, and looks whether it can be reached. One that holds nothing although files are expected
   * there is lost, a disk that is not mounted say: it is neither made anew nor taken for an empty one.
   */
  prepare(expected: { files: boolean }): Promise<void>
  /** Begins a file; what was begun of it before, by a process that was killed, is dropped. */
  begin(fileId: string): Promise<FileDraft>
  /** The bytes of a file, both ends included; resolves once it is open. */
  read(fileId: string, range: ByteRange): Promise<Readable>
  /** Removes a file and its drafts; one that is not there does no harm. */
  remove(fileId: string): Promise<void>
  /** Removes drafts that were begun before this moment: their processes were killed. */
  dropDrafts(before: Date): Promise<void>
}

type StoreReason = Exclude<ExportFailure, 'failed'>

/** The store of the files has no room, or is away. */
export class FileStoreError extends Error {
  override name = 'FileStoreError'
  readonly reason: StoreReason

  constructor(reason: StoreReason, cause: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}
