/** The brand's privacy widget, where its script is on the page. Decisions 8. */
export type PrivacyWidget = { open(): void }

declare global {
  interface Window {
    privacyWidget?: PrivacyWidget
  }
}
