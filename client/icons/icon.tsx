import type { IconShapes } from 'lucide/dist/esm/icons/*.mjs'
import { createElement, Fragment, type ReactNode } from 'react'

export type IconProps = {
  /** Edge in pixels; 24 by default. */
  size?: number
  /** Says what the icon means where no word stands beside it; without it the icon is decoration. */
  label?: string
}

/** An icon of lucide's set, which has our grid and ends, in our weight. */
export function lineIcon(shapes: IconShapes) {
  return drawnIcon(createElement(Fragment, null, ...shapes.map(([tag, attributes]) => createElement(tag, attributes))))
}

/** An icon of our own, drawn on the same grid. */
export function drawnIcon(shapes: ReactNode) {
  return function DrawnIcon(props: IconProps) {
    return <Icon {...props}>{shapes}</Icon>
  }
}

/** One line icon on the 24 px grid: round ends, 1.75 wide, in the colour of the text around it. */
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
