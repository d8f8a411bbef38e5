/** Specification 5.8. */
const special = /[~_!@#$%^&*()[\],.?":;{}|<>=+/`']/u

const hyphen = '-'

/** Whether the validator finds a special character; `permitHyphens` is its variant flag. Specification 5.8. */
export function hasSpecialCharacters(value: string, { permitHyphens = false }: { permitHyphens?: boolean } = {}) {
  return special.test(value) || (!permitHyphens && value.includes(hyphen))
}
