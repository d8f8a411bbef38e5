import { type SyntheticEvent, useState } from 'react'
import type { Example } from '#client/ui/example.ts'
import { type GalleryChoice, formatGalleryQuery } from './gallery-choice.ts'
import styles from './gallery-page.module.css'

const lowest = 64

/** Shows an example in an iframe of the chosen width. The iframe loads when it comes near the screen. */
export function ExampleFrame({ choice, example }: { choice: GalleryChoice; example: Example }) {
  const { name, frameHeight = lowest } = example
  const [height, setHeight] = useState(frameHeight)
  const address = `/gallery/frame${formatGalleryQuery(choice)}&example=${encodeURIComponent(name)}`
  const grow = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>): void => {
    watchHeight(currentTarget, (px) => setHeight(Math.max(px, frameHeight)))
  }
  return (
    <figure className={styles.example}>
      <figcaption className={styles.caption}>
        <a href={address}>{name}</a>
      </figcaption>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the page of our own origin must be measurable */}
      <iframe
        className={styles.frame}
        title={`${choice.component}: ${name}`}
        src={address}
        width={choice.width}
        height={height}
        loading="lazy"
        onLoad={grow}
      />
    </figure>
  )
}

/** Calls `setHeight` with the height of the frame's content whenever this changes. */
function watchHeight(frame: HTMLIFrameElement, setHeight: (px: number) => void): void {
  const root = frame.contentDocument?.querySelector('#root')
  if (!root) return
  new ResizeObserver(() => setHeight(Math.ceil(root.getBoundingClientRect().height))).observe(root)
}
