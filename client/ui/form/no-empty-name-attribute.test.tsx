import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Checkbox } from '../checkbox/checkbox.tsx'
import { TextField } from '../text-field/text-field.tsx'

const nothing = () => undefined

test.each([
  ['a text field', <TextField key="text" label="City" value="" onChange={nothing} />],
  [
    'a checkbox',
    <Checkbox key="box" value={false} onChange={nothing}>
      Agree
    </Checkbox>,
  ],
])('%s without a name has no empty name attribute, which HTML forbids', (_, field) => {
  expect(renderToStaticMarkup(field)).not.toContain('name=""')
})
