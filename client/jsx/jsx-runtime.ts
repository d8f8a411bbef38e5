import { jsx as createElement, jsxs as createElements } from 'react/jsx-runtime'
import { wrapTextsInElements } from './wrap-texts-in-elements.ts'

export { Fragment } from 'react/jsx-runtime'
export type { JSX } from 'react/jsx-runtime'

/**
 * The compiler turns JSX into calls of these two functions (`jsxImportSource`). Both put a text that has siblings into
 * an element of its own, so that React still works if the browser translates the page. See `wrapTextsInElements`.
 */
export const jsx: typeof createElement = (type, props, key) =>
  createElement(type, wrapTextsInElements(type, props), key)

export const jsxs: typeof createElements = (type, props, key) =>
  createElements(type, wrapTextsInElements(type, props), key)
