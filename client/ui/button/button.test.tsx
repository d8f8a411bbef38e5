import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'

test('a pending button keeps its name, is not disabled, and does not submit again', () => {
  const markup = renderToStaticMarkup(
    <Button type="submit" isPending pendingLabel="Is being saved">
      Save
    </Button>,
  )
  expect(markup).toMatch(/<button type="button"[^>]* aria-disabled="true"/u)
  expect(markup).not.toMatch(/ disabled=/u)
  expect(markup).toMatch(/<button.*Save.*<\/button>/u)
})

test('the pending state is announced next to it, in a live region', () => {
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
