import * as z from 'zod/mini'
import { toSafeReturnPath } from '#contract/return-path.ts'

/**
 * The content of a push message: a title, one or two sentences, and the path that a click opens. Specification 23.5.
 */
const pushMessage = z.object({
  title: z.string().check(z.minLength(1)),
  body: z.string(),
  path: z.pipe(
    z.string(),
    z.transform((path: string) => toSafeReturnPath(path)),
  ),
  /** The tag of the notification. A new notification replaces an earlier one with the same tag. */
  tag: z.optional(z.string()),
})

export type ParsedPushMessage = z.infer<typeof pushMessage>

/** The method of the browser's PushMessageData that this file uses. */
type PushData = { json(): unknown }

/**
 * Parses a push message. Returns `fallback` if the message is invalid, because browsers require that each push shows a
 * notification.
 */
export function parsePushMessage(data: PushData | null, fallback: ParsedPushMessage): ParsedPushMessage {
  try {
    return pushMessage.safeParse(data?.json()).data ?? fallback
  } catch (error) {
    if (error instanceof SyntaxError) return fallback
    throw error
  }
}
