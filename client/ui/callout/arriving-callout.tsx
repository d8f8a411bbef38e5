import { useEffect, useRef } from 'react'
import { Callout, type CalloutProps } from './callout.tsx'

/** A callout that responds to the last action: it scrolls into view, and screen readers announce it immediately. */
export function ArrivingCallout(props: Omit<CalloutProps, 'role'>) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The braces make the effect return nothing. In newer browsers `scrollIntoView` returns a promise, which React
    // would call as a cleanup function.
    element.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={element}>
      <Callout {...props} role="alert" />
    </div>
  )
}
