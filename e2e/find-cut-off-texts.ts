/**
 * Returns the texts that are wider than their box or the page. This function runs in the page, so it uses nothing from
 * outside the function.
 */
export function findCutOffTexts(): string[] {
  // A text in a box of one pixel is only for screen readers.
  const fits = (element: Element | null): boolean => {
    if (!element || element === document.body) return true
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && fits(element.parentElement)
  }
  const isForEyes = (element: Element) => fits(element) && getComputedStyle(element).visibility !== 'hidden'
  const holdsText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '')
  // A scrollable table that the keyboard can reach may be wider than the page. WCAG 2.2, 1.4.10.
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
