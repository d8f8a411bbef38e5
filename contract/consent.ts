import * as z from 'zod/mini'

/** A form whose one box must be ticked: provider, consent update, customer support. Specification 5. */
export const consentForm = z.object({
  consent: z.boolean().check(z.refine((isTicked) => isTicked, { error: 'required' })),
})

export type ConsentForm = z.infer<typeof consentForm>
