import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { type Claim, type ClaimForm, claimForm } from '#contract/claim.ts'
import { useFormDraft } from '#client/form-fields.tsx'

const empty: ClaimForm = { serialNumber: '', accessCode: '', userPassword: '' }

const secrets = ['accessCode', 'userPassword'] as const

/**
 * The form of the sticker's values. The form validates each field when the person leaves it, and afterwards at each
 * change. `draft` is the name of its draft. Specification 5.2.
 */
export function useClaimForm(draft: string): UseFormReturn<ClaimForm> {
  const form = useForm<ClaimForm>({ resolver: zodResolver(claimForm), defaultValues: empty, mode: 'onTouched' })
  useFormDraft(draft, form, secrets)
  return form
}

/**
 * Builds the claim from a complete form. The portal claims only gateways of type `rrc1`; people connect all other types
 * with the brand's app.
 */
export function toClaim({ serialNumber, accessCode, userPassword }: ClaimForm): Pick<Claim, 'type' | 'credentials'> {
  return { type: 'rrc1', credentials: { serial: serialNumber, access: accessCode, userPwd: userPassword } }
}
