/** Matches the controls whose press is repeated. */
const controls = 'a[href], button, summary, [role="tab"], input'

/**
 * A press on a control of the view that the server drew. The app has not started, so the control does nothing yet.
 * `index`: the index of the control among those with the same name.
 */
type EarlyPress = { name: string; index: number }

declare global {
  interface Window {
    /** The last press before the page started; undefined if there was none. */
    earlyPress?: EarlyPress | undefined
  }
}

/** Stores the last press on a control of the drawn view in `window.earlyPress`, and marks the control. */
export function recordLastPress(page: Document): void {
  page.addEventListener('click', ({ clientX, clientY }) => {
    const drawnScreen = page.querySelector('.drawn')
    const pressedControl = [...(drawnScreen?.querySelectorAll(controls) ?? [])].find((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect()
      return left <= clientX && clientX < right && top <= clientY && clientY < bottom
    })
    if (!drawnScreen || !pressedControl) return
    drawnScreen.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
    pressedControl.setAttribute('data-pressed', '')
    window.earlyPress = {
      name: nameOf(pressedControl),
      index: namesakes(drawnScreen, nameOf(pressedControl)).indexOf(pressedControl),
    }
  })
}

/**
 * Presses the app's control that corresponds to the stored press. Deletes the stored press, so that it is repeated only
 * once.
 */
export function repeatLastPress(page: Element): void {
  const { earlyPress } = window
  delete window.earlyPress
  const pressedControl = earlyPress && namesakes(page, earlyPress.name)[earlyPress.index]
  if (!(pressedControl instanceof HTMLElement)) return
  pressedControl.focus()
  pressedControl.click()
}

function namesakes(view: Element, name: string): Element[] {
  return [...view.querySelectorAll(controls)].filter((control) => nameOf(control) === name)
}

function nameOf(control: Element): string {
  return [control.localName, control.getAttribute('aria-label'), control.textContent].join()
}
