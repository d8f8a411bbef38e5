import { VisuallyHidden } from '#client/ui/visually-hidden/visually-hidden.tsx'

/** What a screen reader says of its own accord: `urgent` at once, `polite` when it has finished. Empty for nothing. */
export type AnnouncerProps = { urgent: string; polite: string }

/** Stands there before there is anything to say: a live region that comes with its words is not heard. */
export function Announcer({ urgent, polite }: AnnouncerProps) {
  return (
    <VisuallyHidden>
      <span aria-live="assertive">{urgent}</span>
      <span aria-live="polite">{polite}</span>
    </VisuallyHidden>
  )
}
