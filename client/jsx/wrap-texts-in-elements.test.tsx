import fc from 'fast-check'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

const drawn = (element: ReactNode) => renderToStaticMarkup(element)

test('a text next to an element is wrapped in an element, and adjacent texts share one', () => {
  const [name, number] = ['Boiler', 1]
  expect(
    drawn(
      <p>
        {name} {number} <b>well</b>, {name}
      </p>,
    ),
  ).toBe('<p><span>Boiler 1 </span><b>well</b><span>, Boiler</span></p>')
})

test('a text that is the only child of an element is not wrapped', () => {
  const name = 'Boiler'
  expect(drawn(<p>{name}</p>)).toBe('<p>Boiler</p>')
  expect(drawn(<p>All of {name}.</p>)).toBe('<p>All of Boiler.</p>')
  expect(drawn(<p>{name} </p>)).toBe('<p>Boiler </p>')
})

test('a text in a fragment, a list and a component is also wrapped', () => {
  const Both = ({ children }: { children: ReactNode }) => (
    <p>
      <i />
      {children}
    </p>
  )
  expect(drawn(<>alone</>)).toBe('<span>alone</span>')
  expect(drawn(<p>{['one', <b key="b">two</b>]}</p>)).toBe('<p><span>one</span><b>two</b></p>')
  expect(drawn(<Both>given</Both>)).toBe('<p><i></i><span>given</span></p>')
})

test('an SVG is not changed', () => {
  expect(
    drawn(
      <text>
        one<tspan>two</tspan>
      </text>,
    ),
  ).toBe('<text><tspan>one</tspan><tspan>two</tspan></text>')
})

test('with any children of an element, no translatable text is next to another node', () => {
  const child: fc.Arbitrary<ReactNode> = fc.oneof(
    fc.constantFrom('well', ' ', '', 'so ', 7, null, false, undefined),
    fc.constantFrom(createElement('b', { key: 'b' }, 'bold'), createElement('i', { key: 'i' })),
  )
  fc.assert(
    fc.property(child, child, child, (one, two, three) => {
      const markup = drawn(
        <p>
          {one}
          {two}
          {three}
        </p>,
      )
      const plain = drawn(createElement('p', null, one, two, three))
      expect(markup.replaceAll(/<\/?span>/gu, '')).toBe(plain)
      const bare = markup.replaceAll(/<(b|i|span)>[^<]*<\/\1>/gu, '|').slice(3, -4)
      expect(bare.includes('|') && bare.replaceAll('|', '').trim() !== '').toBe(false)
    }),
  )
})
