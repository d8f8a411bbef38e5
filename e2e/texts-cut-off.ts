/** Texts that are wider than their box, or that reach out of the page. For the browser: it knows nothing from outside. */
export function textsCutOff(): string[] {
  // What stands in a box of a pixel is for screen readers, however large it is itself.
  const hasRoom = (element: Element | null): boolean => {
    if (!element || element === document.body) return true
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && hasRoom(element.parentElement)
  }
  const isForEyes = (element: Element) => hasRoom(element) && getComputedStyle(element).visibility !== 'hidden'
  const holdsText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '')
  // A table that one scrolls, by the keyboard too, may be wider than the page. WCAG 2.2, 1.4.10.
  const canBeScrolledTo = (element: Element): boolean => {
    const box = element.closest('[tabindex="0"]')
    return box !== null && getComputedStyle(box).overflowX === 'auto'
  }
  const isCut = (element: Element) => {
    if (canBeScrolledTo(element)) return false
    const clips = getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
    return clips || element.getBoundingClientRect().right > document.documentElement.clientWidth + 1
  }
  return [...document.querySelectorAll('body *')]
    .filter((element) => isForEyes(element) && holdsText(element) && isCut(element))
    .map((element) => element.textContent ?? '')
}
