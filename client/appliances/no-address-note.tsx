import { useTexts } from '#client/i18n/text-provider.tsx'
import { AddIcon } from '#client/icons/action-icons.tsx'
import { Button } from '#client/ui/button/button.tsx'

export type NoAddressNoteProps = { text: 'tab.provider.no-address' | 'tab.support.no-address'; onAddAddress(): void }

/**
 * Explains that the search for a company needs the appliance's address. A button opens the address form. Specification
 * 2.9 and 2.10.
 */
export function NoAddressNote({ text, onAddAddress }: NoAddressNoteProps) {
  const { t } = useTexts()
  return (
    <>
      <p>{t(text)}</p>
      <span>
        <Button icon={<AddIcon size={20} />} onPress={onAddAddress}>
          {t('address.add')}
        </Button>
      </span>
    </>
  )
}
