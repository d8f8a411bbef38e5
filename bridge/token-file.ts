import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import * as z from 'zod/mini'

const content = z.object({ refreshToken: z.string() })

/** The file with the refresh token, which only its owner can read. */
export type TokenFile = {
  /** Null if there is none, or no readable one. */
  read(): Promise<string | null>
  write(refreshToken: string): Promise<void>
  remove(): Promise<void>
}

export function tokenFileAt(path: string): TokenFile {
  return {
    async read() {
      const stored = await readFile(path, 'utf8').catch(() => '{}')
      const parsed = content.safeParse(parseJson(stored))
      return parsed.success ? parsed.data.refreshToken : null
    },
    // A crash in between leaves the token before, never half of one.
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
