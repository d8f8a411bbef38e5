import * as z from 'zod/mini'
import { safeReturnPath } from '#contract/return-path.ts'

/** A push message of the portal: a title, one or two sentences, and the target of a click. Specification 23.5. */
const pushMessage = z.object({
  title: z.string().check(z.minLength(1)),
  body: z.string(),
  path: z.pipe(
    z.string(),
    z.transform((path: string) => safeReturnPath(path)),
  ),
  /** A message with the same tag replaces the previous one. */
  tag: z.optional(z.string()),
})

export type ReadPush = z.infer<typeof pushMessage>

/** The part of PushMessageData that is used. */
type PushData = { json(): unknown }

/**
 * Parses a push message; returns `fallback` if it is invalid, because browsers require that each push shows
 * something.
 */
export function readPushMessage(data: PushData | null, fallback: ReadPush): ReadPush {
  try {
    return pushMessage.safeParse(data?.json()).data ?? fallback
  } catch (error) {
    if (error instanceof SyntaxError) return fallback
    throw error
  }
}
