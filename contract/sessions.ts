import * as z from 'zod/mini'

/**
 * Identifies a session for its person: the first 16 hexadecimal digits of its digest. Nobody can use this reference to
 * sign in.
 */
export const sessionRef = z.string().check(z.regex(/^[0-9a-f]{16}$/, { error: 'pattern' }))

/**
 * A session of the person. `browser` and `system`: the name and operating system of its browser, null if the portal does
 * not recognise them. Times are RFC 3339; `lastUsedAt` is accurate to a few minutes. `thisSession`: whether this
 * session sent the request.
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

/** The sessions of the person: first the session that sent the request, then the others by last use. */
export const sessionList = z.object({ items: z.array(listedSession) })

export type SessionList = z.infer<typeof sessionList>
