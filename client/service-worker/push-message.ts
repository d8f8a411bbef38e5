import * as z from 'zod/mini'
import { ownPath } from '#contract/return-path.ts'

/** What the portal pushes: a title, one or two sentences, and where a click leads. Specification 23.5. */
const pushMessage = z.object({
  title: z.string().check(z.minLength(1)),
  body: z.string(),
  path: z.pipe(
    z.string(),
    z.transform((path: string) => ownPath(path)),
  ),
  /** One message of a notice takes the place of another. */
  tag: z.optional(z.string()),
})

export type ReadPush = z.infer<typeof pushMessage>

/** As much of a PushMessageData as is read. */
type PushData = { json(): unknown }

/** What has been pushed; `fallback` for what nobody can read: browsers want something to be shown each time. */
export function readPushMessage(data: PushData | null, fallback: ReadPush): ReadPush {
  try {
    return pushMessage.safeParse(data?.json()).data ?? fallback
  } catch (error) {
    if (error instanceof SyntaxError) return fallback
    throw error
  }
}
