import type { KeyboardEvent, ReactNode } from 'react'
import { RouteLink } from '#client/router/route-link.tsx'
import styles from './link.module.css'

export type LinkProps = {
  /** A path of the app, an external address, `mailto:` or `tel:`. */
  href: string
  children: ReactNode
  className?: string | undefined
  /** Whether the link leads to the current page. */
  current?: boolean
  /** Whether the server handles the path, as for `/auth/login`. The browser then leaves the app. */
  reloads?: boolean
  /** Whether the link opens a new tab, without a referrer. */
  newTab?: boolean
  /**
   * The ARIA role. With the role `button`, Space also follows the link. Specification 2.6: a button that opens a page.
   */
  role?: 'button' | undefined
  /** The id of an element that describes the link, if several links have the same name. */
  describedBy?: string | undefined
  /** Runs before the link is followed. */
  onPress?: (() => void) | undefined
}

const elsewhere = /^([a-z][a-z0-9+.-]*:|\/\/|#)/i

/** A link. The router handles paths of the app; the browser handles all other addresses. */
export function Link(props: LinkProps) {
  const { href, children, className = styles.link, reloads = false, newTab = false, role } = props
  const anchor = {
    className,
    onClick: props.onPress,
    'aria-describedby': props.describedBy,
    'aria-current': props.current ? ('page' as const) : undefined,
    ...(role && { role, onKeyDown: followBySpace }),
    ...(newTab && { target: '_blank', rel: 'noreferrer' }),
  }
  if (elsewhere.test(href) || reloads || newTab)
    return (
      <a href={href} {...anchor}>
        {children}
      </a>
    )
  return (
    <RouteLink href={href} {...anchor}>
      {children}
    </RouteLink>
  )
}

function followBySpace(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}
