import { describeProcessUser } from '#server/process-user.ts'

const fullDisk = new Set(['ENOSPC', 'EDQUOT'])
const forbidden = new Set(['EACCES', 'EPERM'])

/**
 * Returns one sentence that says why a file or folder of the demo cannot be written or read. Returns null for any
 * other error.
 */
export function describeDiskError({ code = '', path = 'the data folder' }: NodeJS.ErrnoException): string | null {
  if (fullDisk.has(code)) return `The disk of ${path} is full; make room, and start again: nothing is lost.`
  if (code === 'EROFS') return `${path} lies on a disk that is read-only; set DATA_DIR to a folder that can be written.`
  if (forbidden.has(code))
    return `${path} may not be used by ${describeProcessUser()}; start as the user it belongs to, or set DATA_DIR to a folder of your own.`
  return null
}
