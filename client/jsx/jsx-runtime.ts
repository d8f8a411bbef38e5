import { jsx as createElement, jsxs as createElements } from 'react/jsx-runtime'
import { withTextsInElements } from './texts-in-elements.ts'

export { Fragment } from 'react/jsx-runtime'
export type { JSX } from 'react/jsx-runtime'

/** The JSX of the page is compiled to calls of these two (`jsxImportSource`), so no component can forget the rule. */
export const jsx: typeof createElement = (type, props, key) =>
  createElement(type, withTextsInElements(type, props), key)

export const jsxs: typeof createElements = (type, props, key) =>
  createElements(type, withTextsInElements(type, props), key)
