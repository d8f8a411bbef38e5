import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'

test('a button that works keeps its name, is not disabled, and submits no more', () => {
  const markup = renderToStaticMarkup(
    <Button type="submit" isPending pendingLabel="Is being saved">
      Save
    </Button>,
  )
  expect(markup).toMatch(/<button type="button"[^>]* aria-disabled="true"/u)
  expect(markup).not.toMatch(/ disabled=/u)
  expect(markup).toMatch(/<button.*Save.*<\/button>/u)
})

test('that it works is said beside it, where words can be heard that come later', () => {
  const saying = (isPending: boolean) =>
    renderToStaticMarkup(
      <Button isPending={isPending} pendingLabel="Is being saved">
        Save
      </Button>,
    )
  expect(saying(false)).toMatch(/<\/button><span[^>]*><span aria-live="polite"><\/span>/u)
  expect(saying(true)).toMatch(/<\/button><span[^>]*><span aria-live="polite">Is being saved<\/span>/u)
  expect(saying(true)).not.toContain('role="img"')
})
