import type { BrandSettings } from '#brands/brand.ts'
import { Link } from '../link/link.tsx'
import styles from './brand-logo.module.css'

export type BrandLogoProps = {
  brand: Pick<BrandSettings, 'name' | 'logo'>
  /** The address to which the logo links, if the logo is a link. */
  href?: string
}

/** Shows the brand's logo, in the colours of the surrounding colour scheme. */
export function BrandLogo({ href, brand }: BrandLogoProps) {
  if (href === undefined) return <Drawing {...brand} />
  return (
    <Link href={href} className={styles.home}>
      <Drawing {...brand} />
    </Link>
  )
}

/**
 * Draws the logo by a reference to the drawing that the server put into the document, because Trusted Types forbid
 * scripts to insert markup.
 */
function Drawing({ name, logo }: BrandLogoProps['brand']) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> could not take the surrounding colours
    <svg className={styles.logo} viewBox={`0 0 ${logo.width} ${logo.height}`} role="img" aria-label={name}>
      <use href="#brand-logo" />
    </svg>
  )
}
