// oxlint-disable-next-line import/no-unassigned-import -- it adds its matchers to `expect`
import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/react'

// Late parts are compiled when they are loaded first.
configure({ asyncUtilTimeout: 10_000 })

// jsdom has no layout.
Element.prototype.scrollIntoView = () => undefined

// Letters typed within a second belong together; a busy machine takes longer.
Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 0 })
