import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import * as z from 'zod/mini'

const content = z.object({ refreshToken: z.string() })

/** The file with the refresh token, which only its owner can read. */
export type TokenFile = {
  /** Reads the refresh token; null if the file is missing or invalid. */
  read(): Promise<string | null>
  write(refreshToken: string): Promise<void>
  remove(): Promise<void>
}

export function openTokenFile(path: string): TokenFile {
  return {
    async read() {
      const stored = await readFile(path, 'utf8').catch(() => '{}')
      const parsed = content.safeParse(parseJson(stored))
      return parsed.success ? parsed.data.refreshToken : null
    },
    // Replaces the file by renaming, so that a crash leaves the former token and never a part of one.
    async write(refreshToken) {
      const next = `${path}.new`
      await rm(next, { force: true })
      await writeFile(next, `${JSON.stringify({ refreshToken })}\n`, { mode: 0o600, flag: 'wx' })
      await rename(next, path)
    },
    remove: async () => rm(path, { force: true }),
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
