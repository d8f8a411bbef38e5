import { Link } from '../link/link.tsx'
import styles from './brand-logo.module.css'

export type BrandLogoProps = {
  /** The logo as SVG markup, from the brand's own folder: it is part of the project, never input. */
  svg: string
  name: string
  /** Leads there. */
  href?: string
}

/** The brand's logo, in the colours of the scheme around it. */
export function BrandLogo({ href, ...logo }: BrandLogoProps) {
  if (href === undefined) return <Drawing {...logo} />
  return (
    <Link href={href} className={styles.home}>
      <Drawing {...logo} />
    </Link>
  )
}

function Drawing({ svg, name }: Pick<BrandLogoProps, 'svg' | 'name'>) {
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> could not take the colours around it
  return <span className={styles.logo} role="img" aria-label={name} dangerouslySetInnerHTML={{ __html: svg }} />
}
