import type { ReactNode } from 'react'
import buttonStyles from '../button/button.module.css'
import { buttonClassOf, type ButtonVariant } from '../button/button.tsx'
import { Link, type LinkProps } from '../link/link.tsx'

export type LinkButtonProps = Omit<LinkProps, 'className'> & {
  variant?: ButtonVariant
  icon?: ReactNode
  wide?: boolean
}

/** A link that looks like a button. */
export function LinkButton({ variant = 'primary', icon, wide = false, children, ...link }: LinkButtonProps) {
  return (
    <Link {...link} className={buttonClassOf(variant, wide)}>
      <span className={buttonStyles.content}>
        {icon}
        <span>{children}</span>
      </span>
    </Link>
  )
}
