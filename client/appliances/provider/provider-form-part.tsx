import { LazyPart } from '#client/ui/loaded-part/lazy-part.tsx'
import type { ProviderFormProps } from './provider-form.tsx'

const loadForm = () => import('./provider-form.tsx').then(({ ProviderForm }) => ProviderForm)

/** The form with the consent. Its code loads when a company is selected. */
export function ProviderFormPart(props: ProviderFormProps) {
  return <LazyPart load={loadForm} props={props} />
}
