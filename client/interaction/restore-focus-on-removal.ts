import { moveFocusInto, findFocusRegionsAround } from './focus-region.ts'

/** An element that had the focus, with the focus regions that contained it, the innermost first. */
type FocusStanding = { element: HTMLElement; regions: readonly HTMLElement[] }

/** The maximum number of remembered elements, more than the dialogs, menus and toasts that can be stacked. */
const maxKeptStandings = 12

const control = 'a[href], button, input, [role="button"], [role="tab"]'

/**
 * Keeps the focus on an element while the page changes. If the focused element is removed, the nearest region around it
 * that still exists gets the focus. If no region contained the element, as in a dialog or toast, the previously focused
 * element gets the focus.
 *
 * If no element had the focus, no element gets it. Returns a function that stops this behaviour.
 */
export function restoreFocusOnRemoval(page: Document): () => void {
  const abortController = new AbortController()
  const { signal } = abortController
  const standings: FocusStanding[] = []
  /** The region that holds the focus because its focus target is not rendered yet; null if there is none. */
  let waiting: HTMLElement | null = null

  const changes = new MutationObserver(settle)
  changes.observe(page.body, { childList: true, subtree: true })
  page.addEventListener('focusin', ({ target }) => target instanceof HTMLElement && standOn(target), { signal })
  // Also stores a pressed control, because Safari does not focus a control on a press.
  page.addEventListener('click', ({ target }) => standOnPressed(target), { signal, capture: true })
  page.addEventListener('focusout', clearFocusIfLeft, { signal })
  return () => {
    abortController.abort()
    changes.disconnect()
  }

  function standOn(element: HTMLElement): void {
    const present = standings.findIndex((each) => each.element === element)
    if (present !== -1) standings.length = present
    standings.push({ element, regions: findFocusRegionsAround(element) })
    if (standings.length > maxKeptStandings) standings.shift()
  }

  function standOnPressed(target: EventTarget | null): void {
    const pressedControl = target instanceof Element ? target.closest<HTMLElement>(control) : null
    if (pressedControl && hasNoFocus()) standOn(pressedControl)
  }

  /**
   * Discards the stored elements if the person clicks outside all controls.
   *
   * `relatedTarget` is the element that gets the focus next; null means that no element gets it.
   * `document.activeElement` cannot show this, because the microtask runs before `focusin`, and until then no element
   * is active.
   */
  function clearFocusIfLeft({ target, relatedTarget }: FocusEvent): void {
    if (relatedTarget !== null) return
    queueMicrotask(() => {
      if (hasNoFocus() && target instanceof Node && target.isConnected) standings.length = 0
    })
  }

  function settle(): void {
    if (waiting !== null && page.activeElement === waiting && moveFocusInto(waiting)) waiting = null
    if (hasNoFocus() && standings.at(-1)?.element.isConnected === false) moveOn()
  }

  function moveOn(): void {
    for (let last = standings.at(-1); last; last = standings.at(-1)) {
      last.element.focus()
      if (!hasNoFocus()) return
      const region = last.regions.find((each) => each.isConnected)
      if (region) return moveTo(region)
      standings.pop()
    }
  }

  function moveTo(region: HTMLElement): void {
    if (moveFocusInto(region)) return
    waiting = region
    region.focus()
  }

  function hasNoFocus(): boolean {
    return page.activeElement === null || page.activeElement === page.body
  }
}
