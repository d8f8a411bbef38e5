import { useEffect, useRef } from 'react'
import { clearOfToasts } from '../toast/toast-room.ts'
import { Callout, type CalloutProps } from './callout.tsx'

/** A callout that answers what was just done: it comes into view, and stays clear of the toast that comes with it. */
export function ArrivingCallout(props: CalloutProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers answer a promise, which React would call when the callout goes.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} {...clearOfToasts}>
      <Callout {...props} />
    </div>
  )
}
