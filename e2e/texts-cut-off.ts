/** Texts that are wider than their box, or that reach out of the page. For the browser: it knows nothing from outside. */
export function textsCutOff(): string[] {
  const isForEyes = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && getComputedStyle(element).visibility !== 'hidden'
  }
  const holdsText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '')
  const isCut = (element: Element) => {
    const clips = getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
    return clips || element.getBoundingClientRect().right > document.documentElement.clientWidth + 1
  }
  return [...document.querySelectorAll('body *')]
    .filter((element) => isForEyes(element) && holdsText(element) && isCut(element))
    .map((element) => element.textContent ?? '')
}
