import type { ReactNode } from 'react'
import type { MessageId } from '#client/i18n/text.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'

export type TextWithPartProps = {
  id: MessageId
  /** The placeholder that the part stands for. */
  name: string
  part: ReactNode
}

/** Stands where the part will be; no catalog holds it. */
const mark = '\uE000'

/** A message with a link or another element in the place of one of its placeholders, wherever a language puts it. */
export function TextWithPart({ id, name, part }: TextWithPartProps) {
  const { t } = useTexts()
  const [before, after] = t(id, { [name]: mark }).split(mark)
  return (
    <>
      {before}
      {part}
      {after}
    </>
  )
}
