import { splitSerialNumber } from '#contract/format-codes.ts'
import styles from './serial-number.module.css'

export type SerialInTextProps = {
  serial: string
  /** The text that contains the serial number without spaces. */
  children: string
}

/**
 * A text with a serial number in groups that do not break. CSS separates the groups. The text has no spaces, so that a
 * copy and the search of the browser work. Specification 2.6.
 */
export function SerialInText({ serial, children: text }: SerialInTextProps) {
  const start = text.lastIndexOf(serial)
  if (start === -1) return <>{text}</>
  return (
    <>
      {text.slice(0, start)}
      <span className={styles.serial} translate="no">
        {splitSerialNumber(serial).map((group, index) => (
          <span key={`${index} ${group}`} className={styles.group}>
            {group}
          </span>
        ))}
      </span>
      {text.slice(start + serial.length)}
    </>
  )
}
