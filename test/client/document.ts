// oxlint-disable-next-line import/no-unassigned-import -- it adds its matchers to `expect`
import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/react'

// Waits longer, because late parts are compiled when they are first loaded.
configure({ asyncUtilTimeout: 10_000 })

// jsdom has no `scrollIntoView`, because it has no layout.
Element.prototype.scrollIntoView = () => undefined

// All events have the same time: lists combine letters that are typed within a second, and a busy computer takes
// longer.
Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 0 })
