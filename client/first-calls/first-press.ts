/** The controls that a press can reach. */
const controls = 'a[href], button, summary, [role="tab"], input'

/** A press on the drawn view, which does not react: its control by name, and by the index among those of that name. */
type FirstPress = { name: string; index: number }

declare global {
  interface Window {
    /** The last press before the page started; undefined if there was none. */
    firstPress?: FirstPress | undefined
  }
}

/** Remembers the last press on the inert view that the server drew, and marks its control. */
export function rememberPresses(page: Document): void {
  page.addEventListener('click', ({ clientX, clientY }) => {
    const drawn = page.querySelector('.drawn')
    const pressed = [...(drawn?.querySelectorAll(controls) ?? [])].find((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect()
      return left <= clientX && clientX < right && top <= clientY && clientY < bottom
    })
    if (!drawn || !pressed) return
    drawn.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
    pressed.setAttribute('data-pressed', '')
    window.firstPress = { name: nameOf(pressed), index: namesakes(drawn, nameOf(pressed)).indexOf(pressed) }
  })
}

/** Presses the same control of the page that has replaced the drawn view, once. */
export function repeatPress(page: Element): void {
  const { firstPress } = window
  delete window.firstPress
  const pressed = firstPress && namesakes(page, firstPress.name)[firstPress.index]
  if (!(pressed instanceof HTMLElement)) return
  pressed.focus()
  pressed.click()
}

function namesakes(view: Element, name: string): Element[] {
  return [...view.querySelectorAll(controls)].filter((control) => nameOf(control) === name)
}

function nameOf(control: Element): string {
  return [control.localName, control.getAttribute('aria-label'), control.textContent].join()
}
