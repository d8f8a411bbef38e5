/**
 * Returns the live regions that the browser does not render. Screen readers ignore the first text of such a region.
 * This function runs in the page, so it uses nothing from outside the function.
 */
export function findHiddenLiveRegions(): string[] {
  const liveRegions = '[aria-live]:not([aria-live="off"]), [role="status"], [role="log"], output'
  return [...document.querySelectorAll(liveRegions)]
    .filter((region) => !region.closest('details:not([open])'))
    .filter((region) => !region.checkVisibility({ visibilityProperty: true }))
    .map(({ outerHTML }) => outerHTML.slice(0, 200))
}
