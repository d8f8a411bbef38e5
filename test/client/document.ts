// oxlint-disable-next-line import/no-unassigned-import -- it adds its matchers to `expect`
import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/react'

// Raises the timeout, because code that loads on demand is compiled when a test loads it for the first time.
configure({ asyncUtilTimeout: 10_000 })

// Adds `scrollIntoView`, which jsdom does not have, because it has no layout.
Element.prototype.scrollIntoView = () => undefined

// Gives all events the same time. Lists combine letters that are typed within a second, and a busy computer takes
// longer to type them. React would replace a time of 0 by the current time.
Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 1 })
