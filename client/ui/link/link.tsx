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
  /** The file name if the target is downloaded instead of shown. */
  download?: string | undefined
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
export function Link({ href, className = styles.link, ...props }: LinkProps) {
  const anchor = anchorProps({ ...props, className })
  if (isForTheBrowser(href, props))
    return (
      <a href={href} {...anchor}>
        {props.children}
      </a>
    )
  return <RouteLink href={href} {...anchor} />
}

function isForTheBrowser(
  href: string,
  { download, reloads = false, newTab = false }: Omit<LinkProps, 'href'>,
): boolean {
  return elsewhere.test(href) || download !== undefined || reloads || newTab
}

function anchorProps({
  children,
  className,
  current,
  newTab,
  download,
  role,
  describedBy,
  onPress,
}: Omit<LinkProps, 'href'>) {
  return {
    children,
    className,
    download,
    onClick: onPress,
    'aria-describedby': describedBy,
    'aria-current': current ? ('page' as const) : undefined,
    ...(role && { role, onKeyDown: followBySpace }),
    ...(newTab ? { target: '_blank', rel: 'noreferrer' } : {}),
  }
}

function followBySpace(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}
