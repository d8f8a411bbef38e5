import { Link } from '#client/ui/link/link.tsx'
import styles from './store-badge.module.css'

export type StoreBadgeProps = {
  platform: 'ios' | 'android'
  href: string
  /** The small first line, such as 'Download for'. */
  lead: string
  /** The name of the platform or app store. */
  name: string
}

/** A link to the brand's app in a store, drawn in the portal's own plain design. Specification 2.7. */
export function StoreBadge({ platform, href, lead, name }: StoreBadgeProps) {
  return (
    <Link href={href} newTab className={styles.badge}>
      <svg
        viewBox="0 0 32 32"
        width="32"
        height="32"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      >
        {platform === 'ios' ? <RoundPhone /> : <SquarePhone />}
      </svg>
      <span>
        <span className={styles.lead}>{lead} </span>
        <span className={styles.name}>{name}</span>
      </span>
    </Link>
  )
}

function RoundPhone() {
  return (
    <g strokeLinecap="round" strokeLinejoin="round">
      <rect x="8" y="3" width="16" height="26" rx="4" />
      <path d="M14 6.5h4M16 12v7M12.5 16l3.5 3.5 3.5-3.5M12.5 24h7" />
    </g>
  )
}

function SquarePhone() {
  return (
    <g strokeLinecap="round" strokeLinejoin="round">
      <rect x="8" y="3" width="16" height="26" rx="2" />
      <path d="M8 7.5h16M8 24.5h16M16 11v7M12.5 15l3.5 3.5 3.5-3.5M15 27h2" />
    </g>
  )
}
