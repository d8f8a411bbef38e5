import { useState } from 'react'
import { Input } from 'react-aria-components/Input'
import { EyeIcon, EyeOffIcon } from '#client/icons/late-icons.tsx'
import styles from '../field/field.module.css'
import { IconButton } from '../icon-button/icon-button.tsx'
import { TextFieldFrame, type TextFieldProps } from '../text-field/text-field.tsx'

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'inputMode'> & {
  showLabel: string
  hideLabel: string
}

/** A password field with a button that shows or hides the value. */
export function PasswordField({ showLabel, hideLabel, ref, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <TextFieldFrame {...field} isCode type={isShown ? 'text' : 'password'}>
      <span className={styles.control}>
        <Input ref={ref} className={[styles.input, styles.withButton].join(' ')} />
        <span className={styles.innerButton}>
          <IconButton
            label={isShown ? hideLabel : showLabel}
            icon={isShown ? <EyeOffIcon /> : <EyeIcon />}
            onPress={() => setShown(!isShown)}
          />
        </span>
      </span>
    </TextFieldFrame>
  )
}
