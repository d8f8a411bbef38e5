import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import type { Translate } from './message-types.ts'

type Company = { name: string; registerNumber: string | null | undefined; country: string | null | undefined }

/** Describes a company by its name, its number in the commercial register and the name of its country. */
export function describeCompany(
  { name, registerNumber, country }: Company,
  { t, locale }: { t: Translate; locale: string },
): string {
  const countries = new Intl.DisplayNames([locale], { type: 'region' })
  return t('sharing.company', {
    company: isolateNameDirection(name),
    number: registerNumber ?? '–',
    country: country ? (countries.of(country) ?? country) : '–',
  })
}
