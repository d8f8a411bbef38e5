import { LazyPart } from '#client/ui/loaded-part/lazy-part.tsx'
import type { ProviderFormProps } from './provider-form.tsx'

const loadForm = () => import('./provider-form.tsx').then(({ ProviderForm }) => ProviderForm)

/** Loads the form with the consent when a company is selected. */
export function LazyProviderForm(props: ProviderFormProps) {
  return <LazyPart load={loadForm} props={props} />
}
