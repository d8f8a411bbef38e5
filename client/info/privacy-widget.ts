import { useEffect, useState } from 'react'

/** The brand's privacy widget, where its script is on the page. Specification 17.2. */
export type PrivacyWidget = { open(): void }

declare global {
  interface Window {
    privacyWidget?: PrivacyWidget
  }
}

const lookEveryMs = 500

/** The privacy widget, whose script may come later than the page. */
export function usePrivacyWidget(): PrivacyWidget | undefined {
  const [widget, setWidget] = useState(() => window.privacyWidget)
  useEffect(() => {
    if (widget) return undefined
    const timer = setInterval(() => setWidget(() => window.privacyWidget), lookEveryMs)
    return () => clearInterval(timer)
  }, [widget])
  return widget
}
