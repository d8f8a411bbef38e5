/** Moves the focus to the first field in error, in the order of the page. For errors that come from the server. */
export function focusFirstError(form: ParentNode): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
