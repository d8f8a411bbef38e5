import type { KeyboardEvent, ReactNode } from 'react'
import { RouteLink } from '#client/router/route-link.tsx'
import styles from './link.module.css'

export type LinkProps = {
  /** A path of the page, an address elsewhere, `mailto:` or `tel:`. */
  href: string
  children: ReactNode
  className?: string | undefined
  /** This is the page one is on. */
  current?: boolean
  /** The path belongs to the server, such as `/auth/login`: leave the page for it. */
  reloads?: boolean
  /** Opens beside the portal, without telling the other page where from. */
  newTab?: boolean
  /** Saves instead of showing; the name of the file. */
  download?: string | undefined
  /** Who calls it a button expects Space to follow it, too. Specification 2.6: a button that leads somewhere. */
  role?: 'button' | undefined
  /** The id of what says more of it, where several links have one name. */
  describedBy?: string | undefined
  /** Runs before the link is followed. */
  onPress?: (() => void) | undefined
}

const elsewhere = /^([a-z][a-z0-9+.-]*:|\/\/|#)/i

/** Every link of the page: to its own routes through the router, else as the browser does. */
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
