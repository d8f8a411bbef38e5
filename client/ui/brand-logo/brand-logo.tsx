import type { BrandSettings } from '#brands/brand.ts'
import { Link } from '../link/link.tsx'
import styles from './brand-logo.module.css'

export type BrandLogoProps = {
  brand: Pick<BrandSettings, 'name' | 'logo'>
  /** Leads there. */
  href?: string
}

/** The brand's logo, in the colours of the scheme around it. */
export function BrandLogo({ href, brand }: BrandLogoProps) {
  if (href === undefined) return <Drawing {...brand} />
  return (
    <Link href={href} className={styles.home}>
      <Drawing {...brand} />
    </Link>
  )
}

/** The drawing stands in the document, where the server has put it: markup in a text could not be put there by a script. */
function Drawing({ name, logo }: BrandLogoProps['brand']) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> could not take the colours around it
    <svg className={styles.logo} viewBox={`0 0 ${logo.width} ${logo.height}`} role="img" aria-label={name}>
      <use href="#brand-logo" />
    </svg>
  )
}
