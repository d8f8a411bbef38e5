import * as z from 'zod/mini'

/** Names a session for its person: the first 16 hexadecimal digits of its digest. Nobody can sign in with it. */
export const sessionRef = z.string().check(z.regex(/^[0-9a-f]{16}$/, { error: 'pattern' }))

/**
 * A browser in which the person is signed in. `browser` and `system` are its name and operating system, null if it
 * does not send them. Times are RFC 3339; `lastUsedAt` is accurate to a few minutes.
 */
export const listedSession = z.object({
  sessionRef,
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  signedInAt: z.string(),
  lastUsedAt: z.string(),
  thisSession: z.boolean(),
})

export type ListedSession = z.infer<typeof listedSession>

/** The sessions of the person: the requesting one first, then by last use. */
export const sessionList = z.object({ items: z.array(listedSession) })

export type SessionList = z.infer<typeof sessionList>
