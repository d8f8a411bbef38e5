import { jsxDEV as createElement } from 'react/jsx-dev-runtime'
import { wrapTextsInElements } from './wrap-texts-in-elements.ts'

export { Fragment } from 'react/jsx-dev-runtime'
export type { JSX } from 'react/jsx-dev-runtime'

/** The variant of `jsx-runtime.ts` that the development server and tests use. */
// oxlint-disable-next-line max-params -- React's own signature
export const jsxDEV: typeof createElement = (type, props, key, isStatic, ...rest) => {
  const changedProps = wrapTextsInElements(type, props) as { children?: unknown }
  return createElement(type, changedProps, key, isStatic && Array.isArray(changedProps.children), ...rest)
}
