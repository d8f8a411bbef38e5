import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import { InfoIcon } from '#client/icons/action-icons.tsx'
import { useControlSubjectId } from '#client/interaction/control-subject.ts'
import popover from '#client/styles/popover.module.css'
import styles from './info-tip.module.css'

export type InfoTipProps = {
  /** The accessible name of the info button. */
  label: string
  /** The content of the tooltip: text and pictures, without controls. */
  children: ReactNode
}

const closeDelayMs = 200

/** An info button. Its tooltip opens on hover, focus and tap, and closes by Escape or a tap elsewhere. */
export function InfoTip({ label, children }: InfoTipProps) {
  const [isOpen, setOpen] = useState(false)
  const subject = useControlSubjectId()
  const isScrolling = useScrolling()
  const open = () => setOpen(true)
  useTapElsewhere(isOpen, () => setOpen(false))
  return (
    <TooltipTrigger
      isOpen={isOpen}
      onOpenChange={(isWanted) => (isWanted || !isScrolling.current) && setOpen(isWanted)}
      delay={0}
      closeDelay={closeDelayMs}
      shouldCloseOnPress={false}
    >
      <Button
        className={styles.button ?? ''}
        aria-label={label}
        // While the tooltip is open, it describes the button instead of the subject.
        {...(subject !== undefined && !isOpen && { 'aria-describedby': subject })}
        onPress={open}
        onHoverStart={open}
      >
        <InfoIcon size={22} />
      </Button>
      <Tooltip className={`${popover.popover} ${styles.tip}`} placement="bottom start" offset={4}>
        {children}
      </Tooltip>
    </TooltipTrigger>
  )
}

/**
 * Returns whether the page is scrolling. If a key moves the focus, the browser scrolls the button into view; without
 * this check, react-aria would close the tooltip because of the scroll.
 */
function useScrolling(): RefObject<boolean> {
  const isScrolling = useRef(false)
  useEffect(() => {
    const scroll = () => {
      isScrolling.current = true
      setTimeout(() => (isScrolling.current = false))
    }
    window.addEventListener('scroll', scroll, true)
    return () => window.removeEventListener('scroll', scroll, true)
  }, [])
  return isScrolling
}

function useTapElsewhere(isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined
    const tap = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') close()
    }
    document.addEventListener('pointerdown', tap)
    return () => document.removeEventListener('pointerdown', tap)
  })
}
