import { FormPart } from '../form-part.tsx'
import type { SupportTabProps } from './support-tab.tsx'

const loadTab = () => import('./support-tab.tsx').then(({ SupportTab }) => SupportTab)

/** The third tab, which is never the first one that is shown: loaded when it is opened. Specification 2.6. */
export function SupportPart(props: SupportTabProps) {
  return <FormPart load={loadTab} props={props} loading="support.loading" />
}
