import type { IconShapes } from 'lucide/dist/esm/icons/*.mjs'
import { createElement, Fragment, type ReactNode } from 'react'

export type IconProps = {
  /** Edge length in pixels; default 24. */
  size?: number
  /** The accessible name, if no text is next to the icon. Without a label, the icon is decoration. */
  label?: string
}

/**
 * Creates an icon from shapes of the lucide set, in the portal's stroke width. The lucide set has the same grid and the
 * same line ends as the portal's own icons.
 */
export function createLucideIcon(shapes: IconShapes) {
  return createIcon(createElement(Fragment, null, ...shapes.map(([tag, attributes]) => createElement(tag, attributes))))
}

/** Creates an icon from our own shapes, on the 24 px grid of the other icons. */
export function createIcon(shapes: ReactNode) {
  return function DrawnIcon(props: IconProps) {
    return <Icon {...props}>{shapes}</Icon>
  }
}

/** One line icon on the 24 px grid: round ends, stroke width 1.75, in the colour of the surrounding text. */
function Icon({ size = 24, label, children }: IconProps & { children: ReactNode }) {
  const naming = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <svg
      {...naming}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
    >
      {children}
    </svg>
  )
}
