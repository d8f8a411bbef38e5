/**
 * Returns the live regions that the browser does not render although it renders the part around them. Screen readers
 * ignore the first text of such a region. This function runs in the page, so it uses nothing from outside the function.
 */
export function findHiddenLiveRegions(): string[] {
  const isRendered = (element: Element | null) => element?.checkVisibility({ visibilityProperty: true }) ?? false
  return [...document.querySelectorAll('[aria-live]:not([aria-live="off"]), [role="status"], [role="log"], output')]
    .filter((region) => isRendered(region.parentElement) && !isRendered(region))
    .map(({ outerHTML }) => outerHTML.slice(0, 200))
}
