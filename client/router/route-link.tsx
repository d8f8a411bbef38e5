import type { ComponentProps, MouseEvent } from 'react'
import { pathOfLocation } from './page-history.ts'
import { useNavigate, useLocation } from './router-context.ts'

/**
 * A link to a path of the app. A link to the current location shows the page again from its start, without a new
 * history entry.
 */
export function RouteLink({ href, onClick, ...anchor }: Omit<ComponentProps<'a'>, 'href'> & { href: string }) {
  const navigate = useNavigate()
  const location = useLocation()

  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event)
    if (event.defaultPrevented || !isPlain(event)) return
    event.preventDefault()
    void navigate(href, { replace: pathOfLocation(location) === href })
  }

  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- its content is among its properties
  return <a {...anchor} href={href} onClick={follow} />
}

/**
 * Whether the app handles the click. The browser handles a click that opens another tab or window, or that downloads.
 */
function isPlain({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey
}
